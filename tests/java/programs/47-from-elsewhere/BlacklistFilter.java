package com.acme.risk.functions;

import com.acme.risk.config.JobSettings;
import com.acme.risk.model.Transfer;
import org.apache.flink.api.common.functions.FilterFunction;

public class BlacklistFilter implements FilterFunction<Transfer> {
    public BlacklistFilter(JobSettings settings) {}

    @Override
    public boolean filter(Transfer t) {
        return true;
    }
}
