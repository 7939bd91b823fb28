//! Comparisons of two documents.

use super::toy::{PIECE, Play, RANK, SHEET};
use crate::slippers::event::RepairKind;
use crate::tree::{Comparison, Document, Summary};

fn left() -> Document {
    Play::new().start(SHEET).wish(RANK).start(PIECE).text("t").end().wish_end().end().finish()
}

fn right() -> Document {
    Play::new().start(SHEET).start(PIECE).text("t").end().end().finish()
}

#[test]
fn equal_documents_have_no_difference() {
    let comparison = Comparison::new(&left(), &left());
    assert!(comparison.is_same());
    assert_eq!(comparison.patch(), "");
    assert_eq!(comparison.side_by_side(80), "");
    let expected = "\
1 compared, 0 with other trees, 0 of them with other elements
elements only left:  none
elements only right: none
repairs left:        1 virtual-start, 1 virtual-end
repairs right:       1 virtual-start, 1 virtual-end
";
    assert_eq!(comparison.summary().to_string(), expected);
}

#[test]
fn a_difference_is_a_patch() {
    let expected = "\
--- play (toy)
+++ play (toy)
@@ -1,4 +1,3 @@
 <sheet>
-  <rank>                                virtual
-    <piece>
-      \"t\"
+  <piece>
+    \"t\"
";
    assert_eq!(Comparison::new(&left(), &right()).patch(), expected);
}

#[test]
fn a_difference_is_two_columns() {
    let expected = "\
play (toy)     play (toy)
<sheet>        <sheet>
  <rank>     |   <piece>
    virtual
    <piece>  |     \"t\"
      \"t\"    <
";
    assert_eq!(Comparison::new(&left(), &right()).side_by_side(27), expected);
}

#[test]
fn wide_letters_take_two_columns() {
    let wide = Play::new().text("日本語日本語日本語").finish();
    let other = Play::new().text("日本").finish();
    let columns = Comparison::new(&wide, &other).side_by_side(27);
    assert!(columns.contains("\"日本語日本  | \"日本\"\n  語日本語\"\n"), "{columns}");
}

#[test]
fn numbers_add_up() {
    let mut sum = Summary::default();
    sum.add(Comparison::new(&left(), &right()).summary());
    sum.add(Comparison::new(&right(), &right()).summary());
    assert_eq!((sum.pairs, sum.trees_differ, sum.structures_differ), (2, 1, 1));
    assert_eq!(sum.only_left.get("<rank>"), Some(&1));
    assert!(sum.only_right.is_empty());
    assert_eq!(sum.repairs_left.get(&RepairKind::VirtualStart), Some(&1));
    assert!(sum.repairs_right.is_empty());
}
