//! The gallery's pipelines.

use std::fs;
use std::path::Path;

use serde_json::Value;

#[test]
fn the_gallery_shows_every_example_and_each_has_a_meaning() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let gallery = fs::read_to_string(folder.join("gallery.json")).expect("the gallery is a file");
    let gallery: Vec<Value> = serde_json::from_str(&gallery).expect("the gallery is JSON");
    let mut shown = Vec::new();
    for entry in &gallery {
        let field = |name: &str| entry[name].as_str().unwrap_or_else(|| panic!("{entry} has no {name}"));
        assert!(!field("title").is_empty() && !field("look").contains('\n'), "{entry}");
        let text =
            fs::read_to_string(folder.join(field("file"))).expect("an example of the gallery is a file");
        let parsed = planscope::frontend::read(&text, None, &[]);
        let definition = parsed.definition.unwrap_or_else(|| panic!("{entry}: {:?}", parsed.diagnostics));
        assert!(definition.job.is_some(), "{entry}");
        shown.push(field("file").to_owned());
    }
    let mut files: Vec<String> = fs::read_dir(&folder)
        .expect("the examples are a folder")
        .map(|file| file.expect("a file can be listed").file_name().to_string_lossy().into_owned())
        .filter(|file| (file.ends_with(".json") || file.ends_with(".java")) && file != "gallery.json")
        .collect();
    shown.sort();
    files.sort();
    assert_eq!(shown, files);
}
