package com.retailcorp.streaming.serde;

import com.retailcorp.streaming.model.Product;
import org.apache.flink.api.common.serialization.AbstractDeserializationSchema;

public class ProductDeserializer extends AbstractDeserializationSchema<Product> {
    @Override
    public Product deserialize(byte[] message) {
        return new Product();
    }
}
