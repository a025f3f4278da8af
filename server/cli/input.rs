//! The pipeline on the command line: a file, or `-` for standard input.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read as _};
use std::path::PathBuf;
use std::str::FromStr;

/// Where the text comes from.
#[derive(Clone, Debug)]
pub enum Input {
    StandardInput,
    File(PathBuf),
}

impl FromStr for Input {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(if text == "-" { Self::StandardInput } else { Self::File(text.into()) })
    }
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StandardInput => f.write_str("-"),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

impl Input {
    /// All of it.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.open()?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// To read line by line.
    pub fn open(&self) -> io::Result<BufReader<Box<dyn io::Read>>> {
        let source: Box<dyn io::Read> = match self {
            Self::StandardInput => Box::new(io::stdin().lock()),
            Self::File(path) => Box::new(File::open(path)?),
        };
        Ok(BufReader::with_capacity(1 << 16, source))
    }
}
