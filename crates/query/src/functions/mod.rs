//! The implementations of the functions, one file per group. Their names and types are in
//! `crate::function`.

mod dates;
mod durations;
mod fetched;
mod format_number;
mod markup;
mod nodes;
mod numbers;
pub(crate) mod patterns;
mod pieces;
mod repairs;
mod sets;
mod texts;
mod uris;

use super::evaluate::ReachedLimit;
use super::evaluate::{Eval, EvalNode, Evaluator, Failure, Focus, Stop, Val};
use super::function::{ContextFn, Function, Logic, Meaning};
use super::plan::ExprId;
use std::borrow::Cow;
use std::rc::Rc;
use wishful::base::{Span, real};

/// A function call in its evaluation context.
#[derive(Clone, Copy)]
pub(crate) struct Call<'e> {
    expr: ExprId,
    arguments: &'e [ExprId],
    focus: Focus,
}

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    /// Calls a function and returns its value.
    pub(crate) fn call(
        &mut self,
        expr: ExprId,
        function: Function,
        arguments: &'e [ExprId],
        focus: Focus,
    ) -> Eval<Val<'e>> {
        let call = Call { expr, arguments, focus };
        match function.row().meaning {
            Meaning::Focus(ContextFn::Last) => Ok(Val::Number(real(focus.size))),
            Meaning::Focus(ContextFn::Position) => Ok(Val::Number(real(focus.position))),
            Meaning::Focus(ContextFn::Current) => Ok(Val::nodes(vec![self.current])),
            Meaning::Nodes(of) => self.of_nodes(of, call),
            Meaning::Names(of) => Ok(Val::Text(self.of_names(of, call)?)),
            Meaning::Texts(of) => self.of_texts(of, call),
            Meaning::Logic(of) => Ok(Val::Boolean(self.logic(of, call)?)),
            Meaning::Numbers(of) => Ok(Val::Number(self.of_numbers(of, call)?)),
            Meaning::Sets(of) => self.of_sets(of, call),
            Meaning::Pieces(of) => self.pieces(of, call),
            Meaning::Dates(of) => self.of_dates(of, call),
            Meaning::Markup(of) => self.markup(of, call),
            Meaning::Patterns(of) => self.patterns(of, call),
            Meaning::Repairs(of) => Ok(self.repairs(of, focus.node)),
            Meaning::Refused(why) => {
                Err(Failure::refused(function.name(), why, self.span(expr)).into())
            }
        }
    }

    fn logic(&mut self, of: Logic, call: Call<'e>) -> Eval<bool> {
        match of {
            Logic::True => Ok(true),
            Logic::False => Ok(false),
            Logic::Boolean => self.truth(call.arguments[0], call.focus),
            Logic::Not => Ok(!self.truth(call.arguments[0], call.focus)?),
            Logic::Lang => self.has_language(call),
            Logic::HasClass => self.has_classes(call),
        }
    }

    /// Evaluates an argument as a text; a missing argument defaults to the string-value of the
    /// context node.
    fn text_of(&mut self, call: Call<'e>, number: usize) -> Eval<Cow<'e, str>> {
        match call.arguments.get(number) {
            Some(argument) => self.text(*argument, call.focus),
            None => self.string_value(call.focus.node),
        }
    }

    /// Evaluates an optional argument as a text.
    fn text_if(&mut self, call: Call<'e>, number: usize) -> Eval<Option<Cow<'e, str>>> {
        match call.arguments.get(number) {
            Some(argument) => Ok(Some(self.text(*argument, call.focus)?)),
            None => Ok(None),
        }
    }

    /// Evaluates an argument as a number; a missing argument defaults to the number in the context
    /// node.
    fn number_of(&mut self, call: Call<'e>, number: usize) -> Eval<f64> {
        match call.arguments.get(number) {
            Some(argument) => self.number(*argument, call.focus),
            None => Ok(super::value::text_number(&self.string_value(call.focus.node)?)),
        }
    }

    fn nodes_of(&mut self, call: Call<'e>, number: usize) -> Eval<Rc<Vec<EvalNode>>> {
        self.nodes(call.arguments[number], call.focus)
    }

    fn span_of(&self, call: Call<'e>) -> Span {
        self.span(call.expr)
    }

    /// Checks the length of a constructed text against the limit, and takes its cost in steps.
    fn made(&mut self, bytes: usize) -> Eval<()> {
        self.has_room(bytes)?;
        Ok(self.steps.take_bytes(bytes)?)
    }

    /// Returns an error if a text is longer than the limit on answers.
    fn has_room(&self, bytes: usize) -> Eval<()> {
        if bytes > self.room() { Err(Stop::Cut(ReachedLimit::Answer)) } else { Ok(()) }
    }
}
