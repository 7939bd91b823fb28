//! What functions mean: a file for each sort of them. Their names and types are in `crate::query::function`.

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

use super::evaluate::Met;
use super::evaluate::{Eval, Evaluator, Failure, Focus, Place, Stop, Val};
use super::function::{Function, Logic, Meaning, OfFocus};
use super::plan::ExprId;
use crate::base::{Span, real};
use std::borrow::Cow;
use std::rc::Rc;

/// A call, where it is evaluated.
#[derive(Clone, Copy)]
pub(crate) struct Call<'e> {
    expr: ExprId,
    arguments: &'e [ExprId],
    focus: Focus,
}

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    /// What a function gives.
    pub(crate) fn call(
        &mut self,
        expr: ExprId,
        function: Function,
        arguments: &'e [ExprId],
        focus: Focus,
    ) -> Eval<Val<'e>> {
        let call = Call { expr, arguments, focus };
        match function.row().meaning {
            Meaning::Focus(OfFocus::Last) => Ok(Val::Number(real(focus.size))),
            Meaning::Focus(OfFocus::Position) => Ok(Val::Number(real(focus.position))),
            Meaning::Focus(OfFocus::Current) => Ok(Val::nodes(vec![self.current])),
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

    /// A text argument; without it, what the context node says.
    fn text_of(&mut self, call: Call<'e>, number: usize) -> Eval<Cow<'e, str>> {
        match call.arguments.get(number) {
            Some(argument) => self.text(*argument, call.focus),
            None => self.said(call.focus.node),
        }
    }

    /// A text argument, if there is one.
    fn text_if(&mut self, call: Call<'e>, number: usize) -> Eval<Option<Cow<'e, str>>> {
        call.arguments.get(number).map(|argument| self.text(*argument, call.focus)).transpose()
    }

    /// A number argument; without it, the number that the context node says.
    fn number_of(&mut self, call: Call<'e>, number: usize) -> Eval<f64> {
        match call.arguments.get(number) {
            Some(argument) => self.number(*argument, call.focus),
            None => Ok(super::value::text_number(&self.said(call.focus.node)?)),
        }
    }

    fn nodes_of(&mut self, call: Call<'e>, number: usize) -> Eval<Rc<Vec<Place>>> {
        self.nodes(call.arguments[number], call.focus)
    }

    fn span_of(&self, call: Call<'e>) -> Span {
        self.span(call.expr)
    }

    /// Counts a text that is made.
    fn made(&mut self, bytes: usize) -> Eval<()> {
        self.has_room(bytes)?;
        Ok(self.steps.take_bytes(bytes)?)
    }

    /// Whether a text may be so long: no longer than an answer.
    fn has_room(&self, bytes: usize) -> Eval<()> {
        if bytes > self.room() { Err(Stop::Cut(Met::Answer)) } else { Ok(()) }
    }
}
