package com.acme.risk.model;

public class Score {
    private String account;

    public String getAccount() {
        return account;
    }
}
