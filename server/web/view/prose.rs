//! Sentences from other rooms as pages show them: what stands in backquotes becomes code.

/// A piece of a sentence.
#[derive(Debug, PartialEq, Eq)]
pub struct Run {
    pub code: bool,
    pub text: String,
}

/// A message as a sentence: with a capital at its beginning, and a full stop.
pub fn sentence(message: &str) -> Vec<Run> {
    let mut runs = runs(message);
    if let Some(first) = runs.first_mut().filter(|run| !run.code) {
        let mut chars = first.text.chars();
        if let Some(initial) = chars.next() {
            first.text = initial.to_uppercase().chain(chars).collect();
        }
    }
    if !message.ends_with(['.', '?', '!', '…']) {
        match runs.last_mut() {
            Some(last) if !last.code => last.text.push('.'),
            _ => runs.push(Run { code: false, text: ".".to_owned() }),
        }
    }
    runs
}

/// The pieces of a text. A backquote without a second one is itself.
pub fn runs(text: &str) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut rest = text;
    while let Some((before, (code, after))) =
        rest.split_once('`').and_then(|(before, from)| Some((before, from.split_once('`')?)))
    {
        runs.extend([
            Run { code: false, text: before.to_owned() },
            Run { code: true, text: code.to_owned() },
        ]);
        rest = after;
    }
    runs.push(Run { code: false, text: rest.to_owned() });
    runs.retain(|run| !run.text.is_empty());
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_become_sentences() {
        for (message, expected) in [
            ("there is no op `mpa`", "There is no op [mpa]."),
            ("`keyBy` takes no `uid`", "[keyBy] takes no [uid]."),
            ("it ends `here", "It ends `here."),
            ("done.", "Done."),
            ("ärger", "Ärger."),
            ("", "."),
        ] {
            let shown: String = sentence(message)
                .into_iter()
                .map(|run| if run.code { format!("[{}]", run.text) } else { run.text })
                .collect();
            assert_eq!(shown, expected);
        }
    }
}
