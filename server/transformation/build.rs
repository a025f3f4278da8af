//! Plays a definition's calls as the DataStream API would.
//!
//! Mirrors `StreamExecutionEnvironment`, `DataStream`, `KeyedStream`, `ConnectedStreams` and `DataStreamSink`: each
//! call makes its Transformations, takes their ids from the one counter and, for operators and sinks, adds itself to
//! the environment's list.

use super::{
    ExecutionEnvironment, OperatorFactory, Transformation, TransformationIndex, TransformationKind,
    Transformations, options,
};
use crate::flink::{
    ChainingStrategy, KeySelectorId, ManagedMemoryUseCase, Refusal, RefusalStage, Refused,
    StreamExchangeMode, StreamPartitioner,
};
use crate::frontend::{
    ConnectFunction, Operation, OperatorDefinition, PartitionCall, PipelineDefinition, StreamKind,
    TransformOptions,
};

/// Makes the calls of a definition, in order.
///
/// # Errors
/// What the API throws when a program is run: at a bad configuration value, a bad argument, a call that the stream
/// does not allow.
pub fn build(definition: &PipelineDefinition) -> Refused<Transformations> {
    let environment = ExecutionEnvironment::configure(definition)?;
    let mut program = Program {
        definition,
        transformations: Transformations { environment, ..Transformations::default() },
        streams: Vec::with_capacity(definition.operators.len()),
        key_selectors: 0,
    };
    for (call, operator) in definition.operators.iter().enumerate() {
        let stream = program.call(call, operator)?;
        program.streams.push(stream);
    }
    Ok(program.transformations)
}

/// A program that is being run.
struct Program<'a> {
    definition: &'a PipelineDefinition,
    transformations: Transformations,
    /// What each call so far returned.
    streams: Vec<TransformationIndex>,
    key_selectors: u32,
}

impl Program<'_> {
    fn call(&mut self, call: usize, operator: &OperatorDefinition) -> Refused<TransformationIndex> {
        let stream = self.make(call, operator)?;
        if operator.stream == StreamKind::Sink {
            options::apply_to_sink(&mut self.transformations.graph[stream], &operator.options)?;
        } else if !self.transformations.graph[stream].kind.is_virtual() {
            let non_parallel = matches!(
                operator.operation,
                Operation::SocketTextStream
                    | Operation::FromCollection
                    | Operation::AddSource { parallel: false }
            );
            options::apply_to_operator(
                &mut self.transformations.graph[stream],
                &operator.options,
                non_parallel,
            )?;
        }
        Ok(stream)
    }

    /// Makes the call itself, without the setters that follow it.
    fn make(&mut self, call: usize, operator: &OperatorDefinition) -> Refused<TransformationIndex> {
        let name = operator.options.name.as_deref();
        let ordinary = OperatorFactory::with_strategy(ChainingStrategy::Always);
        Ok(match &operator.operation {
            Operation::FromSource { bounded } => self.source(call, name.unwrap_or("Source"), *bounded),
            Operation::FromSequence => self.source(call, "Sequence Source", true),
            Operation::FromData => {
                let source = self.source(call, "Collection Source", true);
                self.transformations.graph[source].set_parallelism(1);
                source
            }
            Operation::AddSource { parallel } => {
                self.legacy_source(call, name.unwrap_or("Custom Source"), *parallel)
            }
            Operation::SocketTextStream => self.legacy_source(call, "Socket Stream", false),

            Operation::Map => self.one_input(call, "Map", ordinary),
            Operation::FlatMap => self.one_input(call, "Flat Map", ordinary),
            Operation::Filter => self.one_input(call, "Filter", ordinary),
            Operation::Process if self.is_keyed(operator.inputs[0]) => {
                self.one_input(call, "KeyedProcess", ordinary)
            }
            Operation::Process => self.one_input(call, "Process", ordinary),
            Operation::Transform(factory) => {
                self.one_input(call, name.unwrap_or_default(), (*factory).into())
            }
            Operation::AssignTimestampsAndWatermarks => {
                let kind = TransformationKind::TimestampsAndWatermarks { operator: ordinary };
                let made = self.property(call, "Timestamps/Watermarks", kind, self.input_streams(call));
                self.add_operator(made)
            }
            Operation::Reduce => self.reduce(call, "Keyed Reduce"),
            Operation::Sum | Operation::Min | Operation::Max => self.reduce(call, "Keyed Aggregation"),

            Operation::GetSideOutput { tag } if tag.is_empty() => {
                let refusal =
                    Refusal::illegal_argument(RefusalStage::Build, "OutputTag id must not be empty.");
                return Err(Box::new(refusal.at(call, Some("tag"))));
            }
            Operation::GetSideOutput { tag } => {
                let kind = TransformationKind::SideOutput { tag: tag.clone() };
                self.property(call, "SideOutput", kind, self.input_streams(call))
            }
            Operation::Partition { call: method, exchange_mode } => {
                self.partition(call, *method, *exchange_mode)?
            }
            Operation::Union => {
                self.property(call, "Union", TransformationKind::Union, self.input_streams(call))
            }
            Operation::Connect { key_by, function } => self.connect(call, *key_by, *function),

            Operation::AddSink => self.legacy_sink(call, "Unnamed", false),
            Operation::Print => self.legacy_sink(call, "Print to Std. Out", true),
            Operation::PrintToErr => self.legacy_sink(call, "Print to Std. Err", true),
            Operation::Discard => self.sink(call, true),
            Operation::SinkTo(_) => self.sink(call, false),

            Operation::FromCollection
            | Operation::CreateInput
            | Operation::Project
            | Operation::UnorderedWait
            | Operation::OrderedWait
            | Operation::MinBy
            | Operation::MaxBy
            | Operation::Window { .. }
            | Operation::WindowAll { .. }
            | Operation::CountWindow { .. }
            | Operation::CountWindowAll { .. }
            | Operation::FullWindowPartition { .. }
            | Operation::Cache
            | Operation::ConnectBroadcast
            | Operation::IntervalJoin
            | Operation::Join { .. }
            | Operation::CoGroup { .. }
            | Operation::MultipleInput { .. }
            | Operation::WriteUsingOutputFormat => {
                unreachable!("the front end refuses operations that are not built")
            }
        })
    }

    // ---- sources

    /// `fromSource` and what is built on it: a FLIP-27 source with a coordinator.
    fn source(&mut self, call: usize, name: &str, bounded: bool) -> TransformationIndex {
        let operator =
            OperatorFactory { coordinator: true, ..OperatorFactory::with_strategy(ChainingStrategy::Always) };
        let parallelism = self.transformations.environment.parallelism;
        self.new_transformation(
            call,
            name,
            TransformationKind::Source { operator, bounded },
            vec![],
            parallelism,
        )
    }

    /// `addSource` and what is built on it: an operator around a `SourceFunction`.
    fn legacy_source(&mut self, call: usize, name: &str, parallel: bool) -> TransformationIndex {
        let operator =
            OperatorFactory { legacy_source: true, ..OperatorFactory::with_strategy(ChainingStrategy::Head) };
        let kind = TransformationKind::LegacySource { operator, bounded: false };
        let parallelism = self.transformations.environment.parallelism;
        let source = self.new_transformation(call, name, kind, vec![], parallelism);
        if !parallel {
            self.transformations.graph[source].set_parallelism(1);
        }
        source
    }

    // ---- operators

    /// `DataStream.doTransform`, and `KeyedStream.doTransform` on a keyed stream.
    fn one_input(&mut self, call: usize, name: &str, operator: OperatorFactory) -> TransformationIndex {
        let keyed = self.is_keyed(self.input(call, 0));
        let inputs = self.input_streams(call);
        let parallelism = self.transformations.environment.parallelism;
        let made = self.new_transformation(
            call,
            name,
            TransformationKind::OneInput { operator, keyed },
            inputs,
            parallelism,
        );
        if keyed {
            self.uses_state_backend(made);
        }
        self.add_operator(made)
    }

    /// `KeyedStream.reduce` and the aggregations built on it.
    fn reduce(&mut self, call: usize, name: &str) -> TransformationIndex {
        let kind =
            TransformationKind::Reduce { operator: OperatorFactory::with_strategy(ChainingStrategy::Always) };
        let inputs = self.input_streams(call);
        let parallelism = self.transformations.environment.parallelism;
        let made = self.new_transformation(call, name, kind, inputs, parallelism);
        self.uses_state_backend(made);
        self.add_operator(made)
    }

    /// `ConnectedStreams`: `keyBy` on both sides if asked for, then the function.
    fn connect(&mut self, call: usize, key_by: bool, function: ConnectFunction) -> TransformationIndex {
        let mut inputs = self.input_streams(call);
        let mut keyed_inputs = [self.is_keyed(self.input(call, 0)), self.is_keyed(self.input(call, 1))];
        if key_by {
            for input in &mut inputs {
                *input = self.key_by(call, *input);
            }
            keyed_inputs = [true, true];
        }
        let ordinary = OperatorFactory::with_strategy(ChainingStrategy::Always);
        let (name, operator) = match function {
            ConnectFunction::Map => ("Co-Map", ordinary),
            ConnectFunction::FlatMap => ("Co-Flat Map", ordinary),
            ConnectFunction::Process if keyed_inputs == [true, true] => ("Co-Keyed-Process", ordinary),
            ConnectFunction::Process => ("Co-Process", ordinary),
            ConnectFunction::Transform(factory) => (self.argument_name(call), factory.into()),
        };
        let name = name.to_owned();
        let kind = TransformationKind::TwoInput { operator, keyed_inputs };
        let parallelism = self.transformations.environment.parallelism;
        let made = self.new_transformation(call, &name, kind, inputs, parallelism);
        if keyed_inputs.contains(&true) {
            self.uses_state_backend(made);
        }
        self.add_operator(made)
    }

    // ---- partitioning and other properties of edges

    /// `keyBy` and the methods that go through `DataStream.setConnectionType`.
    fn partition(
        &mut self,
        call: usize,
        method: PartitionCall,
        exchange_mode: Option<StreamExchangeMode>,
    ) -> Refused<TransformationIndex> {
        let input = self.input_streams(call)[0];
        let keeps_key = matches!(method, PartitionCall::KeyBy | PartitionCall::ReinterpretAsKeyedStream);
        if !keeps_key && self.is_keyed(self.input(call, 0)) {
            let message = "Cannot override partitioning for KeyedStream.";
            let refusal = Refusal::unsupported_operation(RefusalStage::Build, message);
            return Err(Box::new(refusal.at(call, Some("op"))));
        }
        let partitioner = match method {
            PartitionCall::KeyBy => StreamPartitioner::KeyGroup(self.new_key_selector()),
            PartitionCall::Rebalance => StreamPartitioner::Rebalance,
            PartitionCall::Rescale => StreamPartitioner::Rescale,
            PartitionCall::Shuffle => StreamPartitioner::Shuffle,
            PartitionCall::Global => StreamPartitioner::Global,
            PartitionCall::Broadcast => StreamPartitioner::Broadcast,
            PartitionCall::Forward | PartitionCall::ReinterpretAsKeyedStream => StreamPartitioner::Forward,
            PartitionCall::PartitionCustom => StreamPartitioner::Custom(self.new_key_selector()),
        };
        let exchange_mode = exchange_mode.unwrap_or(StreamExchangeMode::Undefined);
        let kind = TransformationKind::Partition { partitioner, exchange_mode };
        Ok(self.property(call, "Partition", kind, vec![input]))
    }

    fn key_by(&mut self, call: usize, input: TransformationIndex) -> TransformationIndex {
        let partitioner = StreamPartitioner::KeyGroup(self.new_key_selector());
        let exchange_mode = StreamExchangeMode::Undefined;
        self.property(
            call,
            "Partition",
            TransformationKind::Partition { partitioner, exchange_mode },
            vec![input],
        )
    }

    /// A Transformation that has its first input's parallelism; unless added, it is not in the environment's list.
    fn property(
        &mut self,
        call: usize,
        name: &str,
        kind: TransformationKind,
        inputs: Vec<TransformationIndex>,
    ) -> TransformationIndex {
        let parallelism = self.transformations.graph[inputs[0]].parallelism;
        self.new_transformation(call, name, kind, inputs, parallelism)
    }

    // ---- sinks

    /// `addSink` and what is built on it; on a keyed stream the sink is keyed too.
    fn legacy_sink(&mut self, call: usize, name: &str, concurrent_attempts: bool) -> TransformationIndex {
        let operator = OperatorFactory::with_strategy(ChainingStrategy::Always);
        let keyed = self.is_keyed(self.input(call, 0));
        let inputs = self.input_streams(call);
        let parallelism = self.transformations.environment.parallelism;
        let kind = TransformationKind::LegacySink { operator, keyed };
        let made = self.new_transformation(call, name, kind, inputs, parallelism);
        self.transformations.graph[made].supports_concurrent_execution_attempts = concurrent_attempts;
        if keyed {
            self.uses_state_backend(made);
        }
        self.add_operator(made)
    }

    /// `sinkTo`.
    fn sink(&mut self, call: usize, concurrent_attempts: bool) -> TransformationIndex {
        let inputs = self.input_streams(call);
        let parallelism = self.transformations.environment.parallelism;
        let keyed = self.is_keyed(self.input(call, 0));
        let kind = TransformationKind::Sink { chaining_strategy: None, keyed };
        let made = self.new_transformation(call, "Sink", kind, inputs, parallelism);
        self.transformations.graph[made].supports_concurrent_execution_attempts = concurrent_attempts;
        self.add_operator(made)
    }

    // ---- the program's state

    fn new_transformation(
        &mut self,
        call: usize,
        name: &str,
        kind: TransformationKind,
        inputs: Vec<TransformationIndex>,
        parallelism: i32,
    ) -> TransformationIndex {
        let transformation =
            Transformation::new(self.transformations.new_node_id(), call, name, kind, parallelism);
        self.transformations.add(transformation, inputs)
    }

    /// `StreamExecutionEnvironment.addOperator`.
    fn add_operator(&mut self, made: TransformationIndex) -> TransformationIndex {
        self.transformations.roots.push(made);
        made
    }

    /// A keyed operator's state lives in the state backend (`updateManagedMemoryStateBackendUseCase`).
    fn uses_state_backend(&mut self, made: TransformationIndex) {
        self.transformations.graph[made].managed_memory_slot.insert(ManagedMemoryUseCase::StateBackend);
    }

    fn new_key_selector(&mut self) -> KeySelectorId {
        self.key_selectors += 1;
        KeySelectorId(self.key_selectors)
    }

    /// The call that made a call's input.
    fn input(&self, call: usize, number: usize) -> usize {
        self.definition.operators[call].inputs[number]
    }

    fn input_streams(&self, call: usize) -> Vec<TransformationIndex> {
        self.definition.operators[call].inputs.iter().map(|&input| self.streams[input]).collect()
    }

    fn is_keyed(&self, call: usize) -> bool {
        self.definition.operators[call].stream == StreamKind::Keyed
    }

    /// The name that a call takes as an argument.
    fn argument_name(&self, call: usize) -> &str {
        self.definition.operators[call].options.name.as_deref().unwrap_or_default()
    }
}

impl From<TransformOptions> for OperatorFactory {
    fn from(options: TransformOptions) -> Self {
        Self {
            yielding: options.yielding,
            output_only_after_end_of_stream: options.output_only_after_end_of_stream,
            internal_sorter_supported: options.internal_sorter_supported,
            ..Self::with_strategy(options.chaining)
        }
    }
}
