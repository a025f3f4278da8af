//! The calls of the DataStream API: what each makes, and in which order it takes ids from the counter.
//!
//! Mirrors `StreamExecutionEnvironment`, `DataStream`, `KeyedStream`, `ConnectedStreams`, `DataStreamSink` and the
//! builders between them. A sink's own topology makes the same calls when it is expanded.

mod one_input;
mod partitioning;
mod several_inputs;
mod sinks;
mod sources;
mod windows;

use super::{
    OperatorFactory, Transformation, TransformationIndex, TransformationKind, Transformations, options,
};
use crate::configuration::Configuration;
use crate::flink::{
    ChainingStrategy, KeySelectorId, ManagedMemoryUseCase, Refusal, RefusalStage, Refused, StreamPartitioner,
};
use crate::frontend::{
    CallDetails, Operation, OperatorOptions, PipelineDefinition, SinkTopology, TransformOptions,
};

/// What a call returned: the stream's Transformation, and what kind of object holds it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stream {
    pub(crate) transformation: TransformationIndex,
    /// The selector of a `KeyedStream`.
    pub(crate) key: Option<KeySelectorId>,
}

/// One call of a program.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a> {
    /// Its index in the definition.
    pub(crate) index: usize,
    pub(crate) operation: &'a Operation,
    pub(crate) options: &'a OperatorOptions,
    pub(crate) details: &'a CallDetails,
}

impl<'a> Call<'a> {
    /// The name that the call takes as an argument.
    fn argument_name(self) -> Option<&'a str> {
        self.options.name.as_deref()
    }
}

/// The API, on one program's Transformations.
pub(crate) struct Api<'a> {
    pub(crate) transformations: &'a mut Transformations,
    /// What operators get that do not set their own.
    parallelism: i32,
    /// What the environment has when the program ends.
    last_parallelism: i32,
    /// At which stage a refusal happens: a sink's topology is made when the StreamGraph is.
    stage: RefusalStage,
    configuration: Configuration<'a>,
}

impl<'a> Api<'a> {
    pub(crate) fn new(transformations: &'a mut Transformations, definition: &'a PipelineDefinition) -> Self {
        let parallelism = transformations.environment.parallelism;
        let stage = RefusalStage::Build;
        let configuration = Configuration::new(&definition.configuration, stage);
        Self { transformations, parallelism, last_parallelism: parallelism, stage, configuration }
    }

    /// The API while a sink is expanded: operators get no parallelism of the environment, so that the sink's is used.
    pub(crate) fn for_sink_expansion(
        transformations: &'a mut Transformations,
        configuration: Configuration<'a>,
    ) -> Self {
        let stage = RefusalStage::StreamGraph;
        let parallelism = super::PARALLELISM_DEFAULT;
        Self { transformations, parallelism, last_parallelism: parallelism, stage, configuration }
    }

    /// Makes a call and then calls the setters on what it returns.
    pub(crate) fn call(&mut self, call: Call<'_>, inputs: &[Stream]) -> Refused<Made> {
        self.parallelism = call.details.environment_parallelism.unwrap_or(self.last_parallelism);
        let made = self.make(call, inputs)?;
        self.call_setters(&made, call.options)?;
        Ok(made)
    }

    /// Calls setters on what a call returned.
    pub(crate) fn call_setters(&mut self, made: &Made, options: &OperatorOptions) -> Refused<()> {
        let transformation = &mut self.transformations.graph[made.stream.transformation];
        match made.setters {
            Setters::None => Ok(()),
            Setters::Operator { non_parallel } => {
                options::apply_to_operator(transformation, options, non_parallel, self.stage)
            }
            Setters::Sink => options::apply_to_sink(transformation, options, self.stage),
        }
    }

    /// Makes the call itself.
    fn make(&mut self, call: Call<'_>, inputs: &[Stream]) -> Refused<Made> {
        let name = call.argument_name();
        Ok(match call.operation {
            Operation::FromSource { bounded } => self.source(call, name.unwrap_or("Source"), *bounded),
            Operation::FromSequence => self.source(call, "Sequence Source", true),
            Operation::FromData => self.from_data(call),
            Operation::AddSource { parallel } => self.add_source(call, *parallel),
            Operation::SocketTextStream => self.non_parallel_source(call, "Socket Stream", false),
            Operation::FromCollection => self.non_parallel_source(call, "Collection Source", true),
            Operation::CreateInput => self.create_input(call),

            Operation::Map => self.one_input(call, inputs[0], "Map", ORDINARY),
            Operation::FlatMap => self.one_input(call, inputs[0], "Flat Map", ORDINARY),
            Operation::Filter => self.one_input(call, inputs[0], "Filter", ORDINARY),
            Operation::Process => {
                let name = if inputs[0].key.is_some() { "KeyedProcess" } else { "Process" };
                self.one_input(call, inputs[0], name, ORDINARY)
            }
            Operation::Project => self.one_input(call, inputs[0], "Projection", ORDINARY),
            Operation::Transform(factory) => {
                self.one_input(call, inputs[0], name.unwrap_or_default(), (*factory).into())
            }
            Operation::UnorderedWait | Operation::OrderedWait => {
                self.one_input(call, inputs[0], "async wait operator", YIELDING)
            }
            Operation::AssignTimestampsAndWatermarks => {
                self.assign_timestamps_and_watermarks(call, inputs[0])
            }
            Operation::Reduce => self.reduce(call, inputs[0], "Keyed Reduce"),
            Operation::Sum | Operation::Min | Operation::Max | Operation::MinBy | Operation::MaxBy => {
                self.reduce(call, inputs[0], "Keyed Aggregation")
            }

            Operation::Window { assigner, function } => self.window(call, inputs[0], *assigner, *function)?,
            Operation::WindowAll { assigner, function } => {
                self.window_all(call, inputs[0], *assigner, *function)?
            }
            Operation::CountWindow { size, slide, function } => {
                self.count_window(call, inputs[0], (*size, *slide), *function)
            }
            Operation::CountWindowAll { size, slide, function } => {
                self.count_window_all(call, inputs[0], (*size, *slide), *function)
            }
            Operation::FullWindowPartition { function } => {
                self.full_window_partition(call, inputs[0], *function)?
            }

            Operation::GetSideOutput { tag } => self.get_side_output(call, inputs[0], tag)?,
            Operation::Cache => self.cache(call, inputs[0]),
            Operation::Partition { call: method, exchange_mode } => {
                self.partition(call, inputs[0], *method, *exchange_mode)?
            }

            Operation::Union => self.union(call, inputs),
            Operation::Connect { key_by, function } => {
                self.connect(call, [inputs[0], inputs[1]], *key_by, *function)
            }
            Operation::ConnectBroadcast => self.connect_broadcast(call, inputs[0], inputs[1])?,
            Operation::IntervalJoin => self.interval_join(call, inputs[0], inputs[1]),
            Operation::Join { assigner } | Operation::CoGroup { assigner } => {
                self.co_group(call, inputs[0], inputs[1], *assigner)?
            }
            Operation::MultipleInput { keyed, factory } => {
                self.multiple_input(call, inputs, *keyed, *factory)
            }

            Operation::AddSink => {
                self.add_sink(call, inputs[0], "Unnamed", call.details.concurrent_execution_attempts)
            }
            Operation::Print => self.add_sink(call, inputs[0], "Print to Std. Out", true),
            Operation::PrintToErr => self.add_sink(call, inputs[0], "Print to Std. Err", true),
            Operation::WriteUsingOutputFormat => self.write_using_output_format(call, inputs[0]),
            Operation::Discard => self.sink_to(call, inputs[0], SinkTopology::default(), true),
            Operation::SinkTo(topology) => {
                let concurrent_attempts = topology.concurrent_execution_attempts;
                self.sink_to(call, inputs[0], topology.clone(), concurrent_attempts)
            }
        })
    }

    /// A new Transformation, which takes the next id, or the one that the program's text gives to its StreamNode.
    fn new_transformation(
        &mut self,
        call: Call<'_>,
        name: &str,
        kind: TransformationKind,
        inputs: Vec<TransformationIndex>,
        parallelism: i32,
    ) -> TransformationIndex {
        let is_node = !kind.is_virtual()
            && !matches!(kind, TransformationKind::Sink { .. } | TransformationKind::Cache);
        let id = match call.options.stream_node_ids.first() {
            Some(&given) if is_node => self.transformations.take_given_id(given),
            _ => self.transformations.new_node_id(),
        };
        self.transformations.add(Transformation::new(id, call.index, name, kind, parallelism), inputs)
    }

    /// `StreamExecutionEnvironment.addOperator`: into the environment's list.
    fn add_operator(&mut self, made: TransformationIndex) -> TransformationIndex {
        self.transformations.roots.push(made);
        made
    }

    /// `DataStream.transform`: on a keyed stream the operator is keyed too.
    pub(crate) fn transform(
        &mut self,
        call: Call<'_>,
        input: Stream,
        name: &str,
        operator: OperatorFactory,
    ) -> TransformationIndex {
        let kind = TransformationKind::OneInput { operator, keyed: input.key.is_some() };
        let made = self.new_transformation(call, name, kind, vec![input.transformation], self.parallelism);
        if input.key.is_some() {
            self.uses_state_backend(made);
        }
        self.add_operator(made)
    }

    /// `setConnectionType`: a PartitionTransformation, which is not in the environment's list.
    fn repartition(
        &mut self,
        call: Call<'_>,
        input: TransformationIndex,
        partitioner: StreamPartitioner,
    ) -> TransformationIndex {
        let exchange_mode = crate::flink::StreamExchangeMode::Undefined;
        self.property(
            call,
            "Partition",
            TransformationKind::Partition { partitioner, exchange_mode },
            vec![input],
        )
    }

    /// `keyBy` with a selector.
    fn key_by(&mut self, call: Call<'_>, input: TransformationIndex, key: KeySelectorId) -> Stream {
        let transformation = self.repartition(call, input, StreamPartitioner::KeyGroup(key));
        Stream { transformation, key: Some(key) }
    }

    /// A Transformation that has its first input's parallelism and is not in the environment's list.
    fn property(
        &mut self,
        call: Call<'_>,
        name: &str,
        kind: TransformationKind,
        inputs: Vec<TransformationIndex>,
    ) -> TransformationIndex {
        let parallelism = self.transformations.graph[inputs[0]].parallelism;
        self.new_transformation(call, name, kind, inputs, parallelism)
    }

    /// A keyed operator's state lives in the state backend (`updateManagedMemoryStateBackendUseCase`).
    fn uses_state_backend(&mut self, made: TransformationIndex) {
        self.transformations.graph[made].managed_memory_slot.insert(ManagedMemoryUseCase::StateBackend);
    }

    fn new_key_selector(&mut self) -> KeySelectorId {
        self.transformations.last_key_selector += 1;
        KeySelectorId(self.transformations.last_key_selector)
    }

    fn refuse_partitioning_of_keyed(&self, call: Call<'_>, input: Stream) -> Refused<()> {
        if input.key.is_none() {
            return Ok(());
        }
        let message = "Cannot override partitioning for KeyedStream.";
        Err(Box::new(Refusal::unsupported_operation(self.stage, message).at(call.index, Some("op"))))
    }
}

/// What a call made, and which setters the returned object has.
#[derive(Debug)]
pub(crate) struct Made {
    pub(crate) stream: Stream,
    setters: Setters,
}

#[derive(Debug)]
enum Setters {
    /// A plain DataStream.
    None,
    /// `SingleOutputStreamOperator`; a non-parallel one refuses any parallelism but 1.
    Operator { non_parallel: bool },
    /// `DataStreamSink`.
    Sink,
}

impl Made {
    fn operator(transformation: TransformationIndex) -> Self {
        Self {
            stream: Stream { transformation, key: None },
            setters: Setters::Operator { non_parallel: false },
        }
    }

    fn non_parallel(transformation: TransformationIndex) -> Self {
        Self {
            stream: Stream { transformation, key: None },
            setters: Setters::Operator { non_parallel: true },
        }
    }

    fn plain(transformation: TransformationIndex) -> Self {
        Self { stream: Stream { transformation, key: None }, setters: Setters::None }
    }

    fn keyed(stream: Stream) -> Self {
        Self { stream, setters: Setters::None }
    }

    fn sink(transformation: TransformationIndex) -> Self {
        Self { stream: Stream { transformation, key: None }, setters: Setters::Sink }
    }
}

/// The factory of an operator without anything special.
const ORDINARY: OperatorFactory = OperatorFactory::with_strategy(ChainingStrategy::Always);

/// The factory of an operator that hands control back while it waits.
const YIELDING: OperatorFactory = OperatorFactory { yielding: true, ..ORDINARY };

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
