package com.citymoves.common;

public class Trip {
    public long tripId;
    public boolean isStart;
    public float startLon, startLat, endLon, endLat;
}
