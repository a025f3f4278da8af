//! Any text, read as Java and planned: no panic, no hang.
#![no_main]

use libfuzzer_sys::fuzz_target;
use planscope::flink::FlinkVersion;
use planscope::frontend::java;
use planscope::planner;

fuzz_target!(|text: &str| {
    if let Some(definition) = java::read(text, &[]).definition {
        let _ = planner::plan(&definition, FlinkVersion::default(), &mut ());
    }
});
