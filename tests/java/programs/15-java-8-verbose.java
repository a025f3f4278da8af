package com.legacybank.flink;

import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.functions.JoinFunction;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSource;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.functions.sink.legacy.RichSinkFunction;
import org.apache.flink.streaming.api.functions.windowing.WindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Before lambdas.
 */
public class AccountMovements
{
    private static int DEFAULT_PARALLELISM = 2;
    private static Long WINDOW_SECONDS = 60L;

    public static void main( String[] args ) throws Exception
    {
        final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism( DEFAULT_PARALLELISM );

        List<Tuple3<String, String, Double>> list = new ArrayList<Tuple3<String, String, Double>>();
        list.add( new Tuple3<String, String, Double>( "A-1", "in", 10.0 ) );
        list.add( new Tuple3<String, String, Double>( "A-2", "out", 20.0 ) );
        list.add( Tuple3.of( "A-1", "out", 5.0 ) );

        DataStreamSource<Tuple3<String, String, Double>> movements = env.fromCollection( list );

        final OutputTag<Tuple3<String, String, Double>> negative =
                new OutputTag<Tuple3<String, String, Double>>( "negative" ) {};

        SingleOutputStreamOperator<Tuple3<String, String, Double>> checked = movements.process(
                new ProcessFunction<Tuple3<String, String, Double>, Tuple3<String, String, Double>>() {
                    @Override
                    public void processElement( Tuple3<String, String, Double> value, Context ctx, Collector<Tuple3<String, String, Double>> out ) {
                        if ( value.f2 < 0 ) {
                            ctx.output( negative, value );
                        } else {
                            out.collect( value );
                        }
                    }
                } );

        KeyedStream<Tuple3<String, String, Double>, String> byAccount = checked.keyBy(
                new KeySelector<Tuple3<String, String, Double>, String>() {
                    public String getKey( Tuple3<String, String, Double> value ) throws Exception { return value.f0; }
                } );

        SingleOutputStreamOperator<Tuple2<String, Double>> totals = byAccount
                .window( TumblingProcessingTimeWindows.of( Duration.ofSeconds( WINDOW_SECONDS ) ) )
                .apply( new WindowFunction<Tuple3<String, String, Double>, Tuple2<String, Double>, String, TimeWindow>() {
                    public void apply( String key, TimeWindow window, Iterable<Tuple3<String, String, Double>> input, Collector<Tuple2<String, Double>> out ) {
                        double sum = 0;
                        Iterator<Tuple3<String, String, Double>> it = input.iterator();
                        while ( it.hasNext() ) {
                            sum += it.next().f2;
                        }
                        out.collect( new Tuple2<String, Double>( key, sum ) );
                    }
                } )
                .returns( new TypeHint<Tuple2<String, Double>>() {} );

        DataStream<String> words = totals
                .map( new MapFunction<Tuple2<String, Double>, String>() {
                    @Override
                    public String map( Tuple2<String, Double> t ) {
                        return t.f0 + "=" + t.f1;
                    }
                } ).returns( Types.STRING )
                .flatMap( new FlatMapFunction<String, String>() {
                    @Override
                    public void flatMap( String s, Collector<String> out ) {
                        out.collect( s );
                    }
                } )
                .filter( new FilterFunction<String>() {
                    @Override
                    public boolean filter( String s ) {
                        return true;
                    }
                } );

        checked.getSideOutput( negative )
                .join( checked )
                .where( new FirstField() )
                .equalTo( new FirstField() )
                .window( EventTimeSessionWindows.withGap( Duration.ofMinutes( 5 ) ) )
                .apply( new JoinFunction<Tuple3<String, String, Double>, Tuple3<String, String, Double>, String>() {
                    public String join( Tuple3<String, String, Double> a, Tuple3<String, String, Double> b ) {
                        return a.f0 + b.f1;
                    }
                } )
                .addSink( new Mailer( "audit@bank.example" ) ).name( "mail" ).setParallelism( 1 );

        words.addSink( new Mailer( "all@bank.example" ) );
        words.print();

        Map<String, Integer> limits = new HashMap<String, Integer>();
        limits.put( "A-1", 100 );
        byAccount.map( new Limit( limits ) ).returns( TypeInformation.of( Boolean.class ) ).setParallelism( limits.size() ).print();

        env.execute( AccountMovements.class.getName() );
    }

    private static class FirstField implements KeySelector<Tuple3<String, String, Double>, String>
    {
        @Override
        public String getKey( Tuple3<String, String, Double> value )
        {
            return value.f0;
        }
    }

    private static class Limit extends RichMapFunction<Tuple3<String, String, Double>, Boolean>
    {
        private Map<String, Integer> limits;

        Limit( Map<String, Integer> limits )
        {
            this.limits = limits;
        }

        @Override
        public Boolean map( Tuple3<String, String, Double> t )
        {
            return limits.get( t.f0 ) < t.f2;
        }
    }

    private static class Mailer extends RichSinkFunction<String>
    {
        private final String to;

        Mailer( String to )
        {
            this.to = to;
        }

        @Override
        public void invoke( String value, Context context )
        {
            System.out.println( to + value );
        }
    }
}
