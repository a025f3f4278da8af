//! The pasted text, as the body of a request.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, FailedToBufferBody};
use axum::extract::{FromRequest, Request};

use super::error::WebError;

/// The body, to the byte, if it is UTF-8 text and not too long.
#[derive(Clone, Debug)]
pub struct PastedText(pub Arc<str>);

impl<S: Send + Sync> FromRequest<S> for PastedText {
    type Rejection = WebError;

    async fn from_request(request: Request, state: &S) -> Result<Self, WebError> {
        let body = Bytes::from_request(request, state).await.map_err(|rejection| match rejection {
            BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_)) => WebError::TooLarge,
            _ => WebError::BodyIncomplete,
        })?;
        match std::str::from_utf8(&body) {
            Ok(text) => Ok(Self(Arc::from(text))),
            Err(error) => Err(WebError::NotUtf8 { valid_up_to: error.valid_up_to() }),
        }
    }
}
