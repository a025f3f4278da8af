package com.acme.risk.model;

public class Transfer {
    public String account;
}
