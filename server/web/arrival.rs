//! Whether all of a request's body has arrived: who is late, the client or the server.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use axum::Error;
use axum::body::{Body, Bytes, HttpBody};
use http_body::{Frame, SizeHint};

/// Says of a body whether it has arrived, also when whoever reads it is gone.
#[derive(Clone, Debug)]
pub struct Arrival(Arc<AtomicBool>);

impl Arrival {
    /// The same body, watched.
    pub fn of(body: Body) -> (Self, Body) {
        let arrival = Self(Arc::new(AtomicBool::new(body.is_end_stream())));
        let watched = Watched { body, arrival: arrival.clone() };
        (arrival, Body::new(watched))
    }

    /// Whether the body has been read to its end.
    pub fn is_complete(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

struct Watched {
    body: Body,
    arrival: Arrival,
}

impl HttpBody for Watched {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if frame.is_none() || self.body.is_end_stream() {
            self.arrival.0.store(true, Ordering::Relaxed);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
