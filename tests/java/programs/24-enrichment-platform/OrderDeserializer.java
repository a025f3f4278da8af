package com.retailcorp.streaming.serde;

import com.retailcorp.streaming.model.Order;
import org.apache.flink.api.common.serialization.AbstractDeserializationSchema;

public class OrderDeserializer extends AbstractDeserializationSchema<Order> {
    @Override
    public Order deserialize(byte[] message) {
        return new Order();
    }
}
