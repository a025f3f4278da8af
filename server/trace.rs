//! Where the planner reports its decisions to, while it makes them.
//!
//! The planner is generic over [`Trace`]; the silent one, `()`, compiles away. A room's decisions are data of its own
//! (`stream_graph::Decision`, `job_graph::Decision`): what it branched on, never a second computation.

/// Receives decisions of type `D`.
pub trait Trace<D> {
    /// One decision. The closure is called only by those who watch.
    fn decide(&mut self, decision: impl FnOnce() -> D);
}

/// Nobody watches.
impl<D> Trace<D> for () {
    #[inline(always)]
    fn decide(&mut self, _decision: impl FnOnce() -> D) {}
}

/// Every decision is kept, in order.
impl<D, E: From<D>> Trace<D> for Vec<E> {
    fn decide(&mut self, decision: impl FnOnce() -> D) {
        self.push(decision().into());
    }
}
