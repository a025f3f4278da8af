package com.citymoves.common;

public class Geo {
    public static boolean isInTown(float lon, float lat) {
        return lon > -74.05 && lon < -73.7 && lat < 41.0 && lat > 40.5;
    }
}
