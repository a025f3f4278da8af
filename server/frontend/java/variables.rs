//! The variables of a method that is being run.

use std::collections::HashMap;

use super::value::Value;

/// Variables in sight, innermost last. Many of them are found by their names without looking through all.
#[derive(Debug, Default)]
pub struct Variables<'t> {
    all: Vec<(&'t str, Value)>,
    /// The positions of each name, innermost last; kept once there are many.
    positions: Option<HashMap<&'t str, Vec<usize>>>,
}

/// How many variables are looked through one by one.
const FEW: usize = 16;

impl<'t> Variables<'t> {
    pub fn declare(&mut self, name: &'t str, value: Value) {
        self.all.push((name, value));
        match &mut self.positions {
            Some(positions) => positions.entry(name).or_default().push(self.all.len() - 1),
            None if self.all.len() > FEW => {
                let mut positions: HashMap<_, Vec<_>> = HashMap::new();
                for (position, (name, _)) in self.all.iter().enumerate() {
                    positions.entry(*name).or_default().push(position);
                }
                self.positions = Some(positions);
            }
            None => {}
        }
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Leaves the scopes of all variables but the first ones.
    pub fn truncate(&mut self, length: usize) {
        while self.all.len() > length {
            let Some((name, _)) = self.all.pop() else { return };
            if let Some(positions) = self.positions.as_mut().and_then(|positions| positions.get_mut(name)) {
                positions.pop();
            }
        }
    }

    fn position(&self, name: &str) -> Option<usize> {
        match &self.positions {
            Some(positions) => positions.get(name)?.last().copied(),
            None => self.all.iter().rposition(|(known, _)| *known == name),
        }
    }

    pub fn get(&self, name: &str) -> Option<&Value> {
        self.position(name).map(|position| &self.all[position].1)
    }

    pub fn get_mut(&mut self, name: &str) -> Option<&mut Value> {
        self.position(name).map(|position| &mut self.all[position].1)
    }
}

impl<'t> From<Vec<(&'t str, Value)>> for Variables<'t> {
    fn from(variables: Vec<(&'t str, Value)>) -> Self {
        let mut all = Self::default();
        for (name, value) in variables {
            all.declare(name, value);
        }
        all
    }
}
