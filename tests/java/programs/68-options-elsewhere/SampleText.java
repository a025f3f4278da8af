package com.acme.examples.counting.util;

public class SampleText {
    public static final String[] WORDS = {"a", "b"};
}
