package com.example.training.utils;

public class ExerciseBase {}
