StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

env.fromData("to be", "or not", "to be")
        .map(String::toUpperCase)
        .filter(s -> !s.isEmpty())
        .rebalance()
        .print();

env.execute();
