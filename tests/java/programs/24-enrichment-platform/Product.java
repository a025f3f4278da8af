package com.retailcorp.streaming.model;

public class Product {
    private String id;

    public String getId() {
        return id;
    }
}
