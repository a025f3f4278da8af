package com.example.training.datatypes;

public class Fare {
    public long driverId;
}
