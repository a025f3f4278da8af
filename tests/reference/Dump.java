import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.*;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.operators.SlotSharingGroup;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.core.memory.ManagedMemoryUseCase;
import org.apache.flink.runtime.OperatorIDPair;
import org.apache.flink.runtime.jobgraph.*;
import org.apache.flink.runtime.jobgraph.jsonplan.JsonPlanGenerator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.*;
import org.apache.flink.streaming.api.graph.*;
import org.apache.flink.streaming.api.operators.CoordinatedOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.legacy.YieldingOperatorFactory;
import org.apache.flink.streaming.api.transformations.*;
import org.apache.flink.streaming.runtime.partitioner.StreamPartitioner;
import org.apache.flink.util.OutputTag;
import org.apache.flink.util.StringUtils;

/** The canonical picture of what Flink built: every field that a plan dump has, read from Flink's own objects. */
@SuppressWarnings({"rawtypes", "unchecked"})
final class Dump {
    private Dump() {}


    static Field field(Class<?> c, String name) {
        try {
            Field f = c.getDeclaredField(name);
            f.setAccessible(true);
            return f;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final Map<String, Field> FIELDS = new HashMap<>();

    static <T> T get(Class<?> c, String name, Object o) {
        try {
            return (T) FIELDS.computeIfAbsent(c.getName() + "." + name, k -> field(c, name)).get(o);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    static void set(Class<?> c, String name, Object o, Object value) {
        try {
            FIELDS.computeIfAbsent(c.getName() + "." + name, k -> field(c, name)).set(o, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Transformations are numbered from 1 again. */
    static void resetIds() throws Exception {
        ((AtomicInteger) field(Transformation.class, "ID_COUNTER").get(null)).set(0);
    }

    static ArrayNode roots(List<Transformation<?>> list) {
        ArrayNode a = Reference.NODES.arrayNode();
        list.forEach(t -> a.add(t.getId()));
        return a;
    }

    static ArrayNode transformations(List<Transformation<?>> roots) {
        TreeMap<Integer, Transformation<?>> all = new TreeMap<>();
        ArrayDeque<Transformation<?>> todo = new ArrayDeque<>(roots);
        while (!todo.isEmpty()) {
            Transformation<?> t = todo.pop();
            if (all.put(t.getId(), t) == null) {
                todo.addAll(t.getInputs());
            }
        }
        ArrayNode out = Reference.NODES.arrayNode();
        for (Transformation<?> t : all.values()) {
            ObjectNode o = out.addObject();
            o.put("id", t.getId());
            o.put("kind", t.getClass().getSimpleName());
            o.put("name", t.getName());
            o.put("description", t.getDescription());
            ArrayNode in = o.putArray("inputs");
            t.getInputs().forEach(i -> in.add(i.getId()));
            o.put("parallelism", t.getParallelism());
            o.put("maxParallelism", t.getMaxParallelism());
            o.put("uid", t.getUid());
            o.put("uidHash", t.getUserProvidedNodeHash());
            o.put("slotSharingGroup", t.getSlotSharingGroup().map(SlotSharingGroup::getName).orElse(null));
            o.put("coLocationGroup", t.getCoLocationGroupKey());
            o.put("bufferTimeout", t.getBufferTimeout());
            boolean p = t instanceof PartitionTransformation;
            o.put("partitioner", p ? ((PartitionTransformation<?>) t).getPartitioner().toString() : null);
            o.put("exchangeMode", p ? String.valueOf(((PartitionTransformation<?>) t).getExchangeMode()) : null);
            o.put("outputTag", t instanceof SideOutputTransformation ? ((SideOutputTransformation<?>) t).getOutputTag().getId() : null);
        }
        return out;
    }

    static ObjectNode dump(ArrayNode transformations, ArrayNode roots, StreamGraph graph, ClassLoader cl, String[] stage) throws Exception {
        ObjectNode o = Reference.NODES.objectNode();
        o.put("flink", Reference.FLINK);
        o.set("transformations", transformations);
        o.set("roots", roots);
        o.set("streamGraph", streamGraph(graph));
        stage[0] = "jobGraph";
        ObjectNode hashes = o.putObject("hashes");
        new TreeMap<>(new StreamGraphHasherV2().traverseStreamGraphAndGenerateHashes(graph))
                .forEach((id, h) -> hashes.put(String.valueOf(id), StringUtils.byteToHexString(h)));
        JobGraph job = graph.getJobGraph(cl);
        o.set("jobGraph", jobGraph(graph, job, cl));
        return (ObjectNode) canonical(o);
    }

    // windowAll() names and describes its operator with the hash codes of a serializer and an evictor
    // and with the place of the call in the program; none of them is the same in the next run.
    private static final java.util.regex.Pattern HASH_CODE = java.util.regex.Pattern.compile("(org\\.apache\\.flink\\.[\\w.$]+)@[0-9a-f]{1,8}");
    private static final java.util.regex.Pattern CALL = java.util.regex.Pattern.compile("AllWindowedStream\\.\\w+\\(Calls\\.java:\\d+\\)");

    static JsonNode canonical(JsonNode n) {
        if (n.isObject()) {
            ((ObjectNode) n).fields().forEachRemaining(e -> e.setValue(canonical(e.getValue())));
        } else if (n.isArray()) {
            ArrayNode a = (ArrayNode) n;
            for (int i = 0; i < a.size(); i++) a.set(i, canonical(a.get(i)));
        } else if (n.isTextual()) {
            String t = n.asText();
            if (t.contains("TriggerWindow(")) {
                t = HASH_CODE.matcher(t).replaceAll("$1@0");
                t = CALL.matcher(t).replaceAll("AllWindowedStream.main(Program.java:1)");
                return Reference.NODES.textNode(t);
            }
        }
        return n;
    }

    static String text(Object o) {
        return o == null ? null : o.toString();
    }

    static int uniqueId(StreamEdge e) {
        return Dump.<Integer>get(StreamEdge.class, "uniqueId", e);
    }

    static ObjectNode streamGraph(StreamGraph g) throws Exception {
        ObjectNode o = Reference.NODES.objectNode();
        o.put("jobName", g.getJobName());
        o.put("jobType", text(g.getJobType()));
        o.put("dynamic", g.isDynamic());
        o.put("globalExchangeMode", text(g.getGlobalStreamExchangeMode()));
        o.put("chaining", g.isChainingEnabled());
        o.put("allVerticesInSameSlotSharingGroupByDefault", g.isAllVerticesInSameSlotSharingGroupByDefault());
        o.put("autoParallelism", g.isAutoParallelismEnabled());
        o.put("checkpointing", g.getCheckpointConfig().isCheckpointingEnabled());
        ArrayNode sources = o.putArray("sources");
        new TreeSet<>(g.getSourceIDs()).forEach(sources::add);
        ArrayNode sinks = o.putArray("sinks");
        new TreeSet<>(g.getSinkIDs()).forEach(sinks::add);
        ArrayNode vp = o.putArray("virtualPartitionNodes");
        Map<Integer, Tuple3<Integer, StreamPartitioner<?>, StreamExchangeMode>> partitions = get(StreamGraph.class, "virtualPartitionNodes", g);
        new TreeMap<>(partitions).forEach((id, t) -> {
            ObjectNode n = vp.addObject();
            n.put("id", id);
            n.put("original", t.f0);
            n.put("partitioner", text(t.f1));
            n.put("exchangeMode", text(t.f2));
        });
        ArrayNode vs = o.putArray("virtualSideOutputNodes");
        Map<Integer, Tuple2<Integer, OutputTag>> sides = get(StreamGraph.class, "virtualSideOutputNodes", g);
        new TreeMap<>(sides).forEach((id, t) -> {
            ObjectNode n = vs.addObject();
            n.put("id", id);
            n.put("original", t.f0);
            n.put("tag", t.f1.getId());
        });
        List<StreamNode> nodes = new ArrayList<>(g.getStreamNodes());
        nodes.sort(Comparator.comparingInt(StreamNode::getId));
        ArrayNode ns = o.putArray("nodes");
        List<StreamEdge> edges = new ArrayList<>();
        for (StreamNode n : nodes) {
            node(ns.addObject(), n);
            edges.addAll(n.getOutEdges());
        }
        edges.sort(Comparator.comparingInt(StreamEdge::getSourceId).thenComparingInt(StreamEdge::getTargetId).thenComparingInt(Dump::uniqueId));
        ArrayNode es = o.putArray("edges");
        for (StreamEdge e : edges) {
            ObjectNode n = es.addObject();
            n.put("id", e.getEdgeId());
            n.put("source", e.getSourceId());
            n.put("target", e.getTargetId());
            n.put("typeNumber", e.getTypeNumber());
            n.put("partitioner", text(e.getPartitioner()));
            n.put("exchangeMode", text(e.getExchangeMode()));
            n.put("outputTag", e.getOutputTag() == null ? null : e.getOutputTag().getId());
            n.put("bufferTimeout", e.getBufferTimeout());
            n.put("supportsUnalignedCheckpoints", e.supportsUnalignedCheckpoints());
        }
        ObjectNode in = o.putObject("inEdges");
        ObjectNode out = o.putObject("outEdges");
        for (StreamNode n : nodes) {
            ArrayNode i = in.putArray(String.valueOf(n.getId()));
            n.getInEdges().forEach(e -> i.add(e.getEdgeId()));
            ArrayNode u = out.putArray(String.valueOf(n.getId()));
            n.getOutEdges().forEach(e -> u.add(e.getEdgeId()));
        }
        o.set("planJson", Reference.JSON.readTree(g.getStreamingPlanAsJSON()));
        return o;
    }

    private static void node(ObjectNode o, StreamNode n) {
        StreamOperatorFactory<?> f = n.getOperatorFactory();
        o.put("id", n.getId());
        o.put("name", n.getOperatorName());
        o.put("description", n.getOperatorDescription());
        o.put("jobVertexClass", n.getJobVertexClass() == null ? null : n.getJobVertexClass().getSimpleName());
        o.put("chainingStrategy", f == null ? null : text(f.getChainingStrategy()));
        o.put("yielding", f instanceof YieldingOperatorFactory);
        o.put("parallelism", n.getParallelism());
        o.put("parallelismConfigured", Dump.<Boolean>get(StreamNode.class, "parallelismConfigured", n));
        o.put("maxParallelism", n.getMaxParallelism());
        o.put("slotSharingGroup", n.getSlotSharingGroup());
        o.put("coLocationGroup", n.getCoLocationGroup());
        o.put("bufferTimeout", n.getBufferTimeout());
        o.put("uid", n.getTransformationUID());
        o.put("userHash", n.getUserHash());
        o.put("statePartitioners", n.getStatePartitioners() == null ? 0 : n.getStatePartitioners().length);
        o.put("inputFormat", n.getInputFormat() != null);
        o.put("outputFormat", n.getOutputFormat() != null);
        o.put("outputOnlyAfterEndOfStream", f != null && n.isOutputOnlyAfterEndOfStream());
        o.put("supportsConcurrentExecutionAttempts", n.isSupportsConcurrentExecutionAttempts());
        o.put("coordinator", f instanceof CoordinatedOperatorFactory);
        ObjectNode r = o.putObject("inputRequirements");
        new TreeMap<>(n.getInputRequirements()).forEach((k, v) -> r.put(String.valueOf(k), v.name()));
        ObjectNode m = o.putObject("managedMemoryOperator");
        new TreeMap<>(n.getManagedMemoryOperatorScopeUseCaseWeights()).forEach((k, v) -> m.put(k.name(), v));
        ArrayNode s = o.putArray("managedMemorySlot");
        n.getManagedMemorySlotScopeUseCases().stream().map(Enum::name).sorted().forEach(s::add);
    }

    private static double fraction(StreamConfig c, ManagedMemoryUseCase u) throws Exception {
        Method m = StreamConfig.class.getDeclaredMethod("getManagedMemoryFractionConfigOption", ManagedMemoryUseCase.class);
        m.setAccessible(true);
        return c.getConfiguration().get((org.apache.flink.configuration.ConfigOption<Double>) m.invoke(null, u));
    }

    static ObjectNode jobGraph(StreamGraph graph, JobGraph job, ClassLoader cl) throws Exception {
        ObjectNode o = Reference.NODES.objectNode();
        o.put("name", job.getName());
        o.put("jobType", text(job.getJobType()));
        o.put("dynamic", job.isDynamic());
        List<JobVertex> vertices = job.getVerticesSortedTopologicallyFromSources();
        Map<IntermediateDataSetID, String> datasets = new HashMap<>();
        for (JobVertex v : vertices) {
            int i = 0;
            for (IntermediateDataSet d : v.getProducedDataSets()) {
                datasets.put(d.getId(), v.getID() + "#" + i++);
            }
        }
        Map<Object, Integer> groups = new IdentityHashMap<>();
        List<ArrayNode> members = new ArrayList<>();
        List<String> profiles = new ArrayList<>();
        ArrayNode vs = o.putArray("vertices");
        for (JobVertex v : vertices) {
            ObjectNode n = vs.addObject();
            n.put("id", v.getID().toString());
            n.put("name", v.getName());
            n.put("prettyName", v.getOperatorPrettyName());
            n.put("parallelism", v.getParallelism());
            n.put("parallelismConfigured", v.isParallelismConfigured());
            n.put("maxParallelism", v.getMaxParallelism());
            String invokable = v.getInvokableClassName();
            n.put("invokable", invokable == null ? null : invokable.substring(invokable.lastIndexOf('.') + 1));
            n.put("inputOutputFormat", v instanceof InputOutputFormatVertex);
            ArrayNode ops = n.putArray("operators");
            for (OperatorIDPair p : v.getOperatorIDs()) {
                ObjectNode q = ops.addObject();
                q.put("id", p.getGeneratedOperatorID().toString());
                q.put("userDefinedId", p.getUserDefinedOperatorID().map(Object::toString).orElse(null));
                q.put("name", p.getUserDefinedOperatorName());
                q.put("uid", p.getUserDefinedOperatorUid());
            }
            StreamConfig head = new StreamConfig(v.getConfiguration());
            List<StreamConfig> chain = new ArrayList<>(head.getTransitiveChainedTaskConfigsWithSelf(cl).values());
            chain.sort(Comparator.comparingInt(StreamConfig::getChainIndex).thenComparingInt(StreamConfig::getVertexID));
            ArrayNode cs = n.putArray("chain");
            ObjectNode physical = Reference.NODES.objectNode();
            TreeMap<Integer, List<StreamEdge>> physicalEdges = new TreeMap<>();
            for (StreamConfig c : chain) {
                ObjectNode q = cs.addObject();
                q.put("node", c.getVertexID());
                q.put("operatorId", c.getOperatorID().toString());
                q.put("name", c.getOperatorName());
                q.put("chainIndex", c.getChainIndex());
                q.put("chainStart", c.isChainStart());
                q.put("chainEnd", c.isChainEnd());
                ArrayNode chained = q.putArray("chainedOutputs");
                c.getChainedOutputs(cl).forEach(e -> chained.add(e.getTargetId()));
                ArrayNode other = q.putArray("nonChainedOutputs");
                c.getOperatorNonChainedOutputs(cl).forEach(e -> other.add(datasets.get(e.getDataSetId())));
                ObjectNode f = q.putObject("managedMemoryFractions");
                for (ManagedMemoryUseCase u : ManagedMemoryUseCase.values()) {
                    double d = fraction(c, u);
                    if (d > 0) f.put(u.name(), d);
                }
                q.put("noOutputUntilEndOfInput", c.getAttribute(cl) != null && c.getAttribute(cl).isNoOutputUntilEndOfInput());
                List<StreamEdge> in = c.getInPhysicalEdges(cl);
                if (in != null && !in.isEmpty()) physicalEdges.put(c.getVertexID(), in);
            }
            ArrayNode outs = n.putArray("outputs");
            for (NonChainedOutput p : head.getVertexNonChainedOutputs(cl)) {
                ObjectNode q = outs.addObject();
                q.put("dataset", datasets.get(p.getDataSetId()));
                q.put("sourceNode", p.getSourceNodeId());
                q.put("partitioner", text(p.getPartitioner()));
                q.put("partitionType", text(p.getPartitionType()));
                q.put("consumerParallelism", p.getConsumerParallelism());
                q.put("consumerMaxParallelism", p.getConsumerMaxParallelism());
                q.put("outputTag", p.getOutputTag() == null ? null : p.getOutputTag().getId());
                q.put("bufferTimeout", p.getBufferTimeout());
                q.put("persistentDataSet", Dump.<Boolean>get(NonChainedOutput.class, "isPersistentDataSet", p));
            }
            physicalEdges.forEach((id, in) -> {
                ArrayNode a = physical.putArray(String.valueOf(id));
                in.forEach(e -> a.add(e.getEdgeId()));
            });
            n.set("inPhysicalEdges", physical);
            ArrayNode ins = n.putArray("inputs");
            for (JobEdge e : v.getInputs()) {
                ObjectNode q = ins.addObject();
                q.put("producer", e.getSource().getProducer().getID().toString());
                q.put("dataset", datasets.get(e.getSourceId()));
                q.put("distributionPattern", text(e.getDistributionPattern()));
                q.put("shipStrategy", e.getShipStrategyName());
                q.put("broadcast", e.isBroadcast());
                q.put("forward", e.isForward());
                q.put("typeNumber", e.getTypeNumber());
                q.put("intraInputKeyCorrelated", e.isIntraInputKeyCorrelated());
                q.put("upstreamStateMapper", text(e.getUpstreamSubtaskStateMapper()));
                q.put("downstreamStateMapper", text(e.getDownstreamSubtaskStateMapper()));
            }
            ArrayNode ds = n.putArray("datasets");
            for (IntermediateDataSet d : v.getProducedDataSets()) {
                ObjectNode q = ds.addObject();
                q.put("dataset", datasets.get(d.getId()));
                q.put("resultType", text(d.getResultType()));
                q.put("distributionPattern", d.getConsumers().isEmpty() ? null : text(d.getDistributionPattern()));
                q.put("broadcast", d.getConsumers().isEmpty() ? null : d.isBroadcast());
                q.put("forward", d.getConsumers().isEmpty() ? null : d.isForward());
                ArrayNode a = q.putArray("consumers");
                d.getConsumers().forEach(e -> a.add(e.getTarget().getID().toString()));
            }
            n.put("coordinators", v.getOperatorCoordinators().size());
            n.put("supportsConcurrentExecutionAttempts", v.isSupportsConcurrentExecutionAttempts());
            n.put("anyOutputBlocking", v.isAnyOutputBlocking());
            org.apache.flink.runtime.jobmanager.scheduler.SlotSharingGroup g = v.getSlotSharingGroup();
            if (g == null) {
                n.putNull("slotSharingGroup");
            } else {
                int index = groups.computeIfAbsent(g, k -> {
                    members.add(Reference.NODES.arrayNode());
                    profiles.add(text(g.getResourceProfile()));
                    return members.size() - 1;
                });
                members.get(index).add(v.getID().toString());
                n.put("slotSharingGroup", index);
            }
            n.put("coLocationGroup", v.getCoLocationGroup() == null ? null : graph.getStreamNode(head.getVertexID()).getCoLocationGroup());
            n.put("minResources", text(v.getMinResources()));
            n.put("preferredResources", text(v.getPreferredResources()));
        }
        ArrayNode gs = o.putArray("slotSharingGroups");
        for (int i = 0; i < members.size(); i++) {
            ObjectNode q = gs.addObject();
            q.set("vertices", members.get(i));
            q.put("resourceProfile", profiles.get(i));
        }
        JsonNode plan = Reference.JSON.readTree(Reference.JSON.writeValueAsString(JsonPlanGenerator.generatePlan(job)));
        if (plan.isObject()) ((ObjectNode) plan).remove("jid");
        o.set("planJson", plan);
        return o;
    }
}
