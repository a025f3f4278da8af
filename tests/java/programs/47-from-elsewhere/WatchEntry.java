package com.acme.risk.model;

public class WatchEntry {
    public String account;
}
