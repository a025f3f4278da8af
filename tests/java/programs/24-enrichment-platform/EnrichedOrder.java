package com.retailcorp.streaming.model;

public class EnrichedOrder {
    private String orderId;
    private String category;
    private double amount;

    public EnrichedOrder() {}

    public EnrichedOrder(Order order, Product product) {}

    public String getOrderId() {
        return orderId;
    }

    public String getCategory() {
        return category;
    }

    public double getAmount() {
        return amount;
    }

    public String toJson() {
        return "{}";
    }
}
