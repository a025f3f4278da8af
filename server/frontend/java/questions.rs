//! The open questions of a program: what its text does not decide, what is assumed, and which answers were given.

use std::collections::HashMap;

use super::value::Doubt;
use crate::frontend::{Alternative, Answer, Assumption, Span, answer_to};

/// How many questions are asked at most; what comes after takes its default unseen by the page, which then says so.
const MOST_QUESTIONS: usize = 2_000;

/// Every question that came up, in the order in which it came up.
#[derive(Debug)]
pub struct Questions<'a> {
    answers: &'a [Answer],
    asked: Vec<Asked>,
    by_key: HashMap<String, u32>,
}

#[derive(Debug)]
struct Asked {
    assumption: Assumption,
    /// Whether the plan rests on it.
    matters: bool,
}

/// A question as it is asked.
#[derive(Debug)]
pub struct Question {
    pub key: String,
    pub span: Span,
    pub question: String,
    pub because: String,
    /// The one that is assumed first.
    pub alternatives: Vec<Alternative>,
}

impl<'a> Questions<'a> {
    pub fn new(answers: &'a [Answer]) -> Self {
        Self { answers, asked: Vec::new(), by_key: HashMap::new() }
    }

    /// Asks; a question that was asked before is the same one. Without room for more nothing is asked.
    pub fn ask(&mut self, question: Question) -> Option<u32> {
        if let Some(&known) = self.by_key.get(&question.key) {
            return Some(known);
        }
        if self.asked.len() >= MOST_QUESTIONS {
            return None;
        }
        let Question { key, span, question, because, alternatives } = question;
        let answer = answer_to(self.answers, &key);
        let chosen = answer.and_then(|answer| alternatives.iter().position(|it| it.value == answer));
        let index = self.asked.len() as u32;
        self.by_key.insert(key.clone(), index);
        let assumption = Assumption {
            key,
            span,
            question,
            because,
            alternatives,
            chosen: chosen.unwrap_or(0),
            is_answered: chosen.is_some(),
        };
        self.asked.push(Asked { assumption, matters: false });
        Some(index)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.asked.len()
    }

    /// The answer that somebody gave for a key, whether it is among the alternatives or not.
    pub fn given(&self, key: &str) -> Option<&'a str> {
        answer_to(self.answers, key)
    }

    pub fn get(&self, question: u32) -> &Assumption {
        &self.asked[question as usize].assumption
    }

    /// The value of the chosen alternative, and whether somebody chose it.
    pub fn chosen(&self, question: u32) -> (&str, bool) {
        let assumption = self.get(question);
        (&assumption.alternatives[assumption.chosen].value, assumption.is_answered)
    }

    /// Notes that the plan rests on these questions.
    pub fn matter(&mut self, doubt: &Doubt) {
        for &question in doubt.assumptions() {
            self.asked[question as usize].matters = true;
        }
    }

    /// The questions that the plan rests on, in text order.
    pub fn into_assumptions(self) -> Vec<Assumption> {
        let mattering = self.asked.into_iter().filter(|asked| asked.matters);
        let mut assumptions: Vec<_> = mattering.map(|asked| asked.assumption).collect();
        assumptions.sort_by_key(|assumption| (assumption.span.start, assumption.span.end));
        assumptions
    }
}
