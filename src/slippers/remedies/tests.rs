//! Tests of each remedy by itself: a grammar line, a text, and the effect of its last token.

use super::attempt::Attempt;
use super::outcome::RemedyOutcome;
use super::repeat::RoundNotes;
use crate::grammar::Grammar;
use crate::slippers::Slippers;
use crate::slippers::piece::PieceTask;
use crate::slippers::tests::{Log, TOY, check, shown};

/// Tries the first remedy of a line of the toy grammar for the last token of `text`. Returns the
/// open and listed elements before and after, and the events in between.
fn tried(line: &str, text: &str) -> [String; 3] {
    judged(line, text, |outcome, _| assert!(outcome.is_some(), "it applies"))
}

/// Does the same as [`tried`], and passes the outcome to `judge`.
fn judged(line: &str, text: &str, judge: fn(Option<RemedyOutcome>, &PieceTask)) -> [String; 3] {
    judged_by(&format!("{TOY}{line}"), text, judge)
}

/// Does the same as [`judged`] with a whole grammar.
fn judged_by(
    grammar: &str,
    text: &str,
    judge: fn(Option<RemedyOutcome>, &PieceTask),
) -> [String; 3] {
    let grammar = Grammar::source("toy", grammar).compile().expect("it has no mistakes");
    let mut log = Log::default();
    let events = log.clone();
    let mut slippers = Slippers::start(&grammar, text, &mut log);
    let mut task = slippers.stop_at_last(text);
    let cursor = slippers.cursor();
    let (before, _) = (shown(cursor), events.take_words());
    let rejected = task.piece.rejected(&grammar).expect("the grammar mentions it");
    let remedy = grammar.remedies(rejected.terminal).next().expect("there is a remedy");
    let mut notes = RoundNotes::new(cursor, &task);
    let (task_now, place) = (&mut task, remedy.place);
    let mut attempt = Attempt { cursor, task: task_now, notes: &mut notes, place };
    let outcome = attempt.attempt(&remedy.remedy);
    check(cursor);
    let after = [before, shown(cursor), events.take_words()];
    judge(outcome, &task);
    after
}

#[test]
fn a_tag_is_inserted_where_it_is_acceptable() {
    assert_eq!(tried("<b> -> <p> ;", "<d><b>"), ["d |", "d p |", "invent"]);
    assert_eq!(tried("<d> -> </p> ;", "<p><d>"), ["p |", "|", "end"]);
    let unchanged = judged("<d> -> <p> ;", "<p><d>", |outcome, _| assert_eq!(outcome, None));
    assert_eq!(unchanged, ["p |", "p |", ""]);
}

#[test]
fn the_cheapest_wishes_are_granted() {
    let line = "wish ends for <d> ; <d> -> grant ;";
    assert_eq!(tried(line, "<b><p><d>"), ["b p | b", "b | b", "end"]);
}

#[test]
fn closing_goes_down_to_an_element_but_not_past_a_barrier() {
    let line = "</d> -> close </d> unless <s> ;";
    assert_eq!(tried(line, "<d><b><i></d>"), ["d b i | b i", "d | (b) (i)", "end, end"]);
    let unchanged = judged(line, "<d><s></d>", |outcome, _| assert_eq!(outcome, None));
    assert_eq!(unchanged, ["d s | /", "d s | /", ""]);
}

#[test]
fn an_adopted_element_ends_before_the_block_and_reopens_in_it() {
    let line = "</b> -> adopt <s> ;";
    // The second run of the outer loop closes the copy in the block at once.
    let [before, after, events] = tried(line, "<b><d></b>");
    assert_eq!([before, after], ["b d | b", "d |"]);
    assert_eq!(events, "move, copy, children, move, splice, close");
    let [before, after, _] = tried(line, "<b><i><d></b>");
    assert_eq!([before, after], ["b i d | b i", "i d | i"]);
    // The barrier puts the element out of scope.
    let scoped = judged(line, "<b><s></b>", |outcome, _| {
        assert!(matches!(outcome, None | Some(RemedyOutcome::SetAside(_))), "{outcome:?}");
    });
    assert_eq!(scoped[..2], ["b s | b /", "b s | b /"]);
}

#[test]
fn adoption_needs_a_location_for_the_copy() {
    let rules =
        TOY.replace("box style ::= flow*", "<s> style ::= flow* ; <d> ::= (<i> | box | TEXT)*");
    let grammar = format!("{rules}</b> -> adopt <s> ;");
    let judge =
        |outcome, _: &PieceTask| assert!(matches!(outcome, Some(RemedyOutcome::SetAside(_))));
    for (text, stands) in [("<b><d></b>", "b d | b"), ("<b><i><d><d></b>", "b i d d | b i")] {
        assert_eq!(judged_by(&grammar, text, judge), [stands, stands, ""]);
    }
}

#[test]
fn a_start_tag_ends_the_element_of_its_name_where_no_copy_can_stand() {
    let rules = TOY.replace(
        "box style ::= flow*",
        "<s> <b> ::= flow* excluding <b> ; <i> ::= flow* ; <d> ::= (<p> | TEXT)*",
    );
    let grammar = format!("{rules}<b> excluded -> adopt <s> admit ;");
    let [before, after, events] = judged_by(&grammar, "<b><d><p><b>", |outcome, _| {
        assert_eq!(outcome, Some(RemedyOutcome::Retry));
    });
    assert_eq!([before, after], ["b d p | b", "d p |"]);
    assert_eq!(events, "splice");
}

#[test]
fn pending_elements_are_reopened() {
    let line = "TEXT -> reopen ; </p> -> close </p> unless <s> ;";
    assert_eq!(tried(line, "<p><b><i></p>x"), ["| (b) (i)", "b i | b i", "reopen, reopen"]);
}

#[test]
fn unlinking_an_element_keeps_its_content_open() {
    assert_eq!(tried("</d> -> unlink <s> ;", "<d><b></d>"), ["d b | b", "b | b", "splice"]);
    let unchanged =
        judged("</d> -> unlink <s> ;", "<d><s></d>", |outcome, _| assert_eq!(outcome, None));
    assert_eq!(unchanged, ["d s | /", "d s | /", ""]);
}

#[test]
fn retracted_elements_are_closed_and_pending() {
    assert_eq!(tried("<p> -> retract <d> ;", "<d><b><p>"), ["d b | b", "| (b)", "retract"]);
}

#[test]
fn attributes_are_merged_into_the_outermost_one() {
    assert_eq!(tried("<d> -> merge ;", "<d><b><d x>"), ["d b | b", "d b | b", "merge"]);
}

#[test]
fn a_token_is_replaced_by_another() {
    let changed = judged("<q> -> rewrite <p> ; <q> ::= ;", "<d><q>", |outcome, task| {
        assert_eq!(outcome, Some(RemedyOutcome::Retry));
        assert!(task.rewritten.is_some() && task.piece.is_start());
    });
    assert_eq!(changed, ["d |", "d |", ""]);
    let text = "TEXT -> rewrite \"!\" ;";
    assert_eq!(tried(text, "<d>ab"), ["d |", "d |", "instead"]);
}

#[test]
fn an_admitted_token_is_read_unchanged() {
    let changed = judged("<p> -> admit ;", "<d><p>", |outcome, task| {
        assert_eq!(outcome, Some(RemedyOutcome::Retry));
        assert!(task.waived && !task.may_reopen());
    });
    assert_eq!(changed, ["d |", "d |", ""]);
}

#[test]
fn dropped_and_ignored_tokens_change_nothing() {
    let set_aside = |outcome: Option<RemedyOutcome>, _: &PieceTask| {
        assert!(matches!(outcome, Some(RemedyOutcome::SetAside(Some(_)))));
    };
    assert_eq!(judged("<p> -> cruft ;", "<d><p>", set_aside), ["d |", "d |", ""]);
    let done = |outcome, _: &PieceTask| assert_eq!(outcome, Some(RemedyOutcome::Done));
    assert_eq!(judged("<p> -> discard ;", "<d><p>", done), ["d |", "d |", "ignored"]);
}
