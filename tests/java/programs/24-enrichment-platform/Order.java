package com.retailcorp.streaming.model;

public class Order {
    private String productId;
    private long created;

    public String getProductId() {
        return productId;
    }

    public long getCreated() {
        return created;
    }
}
