// Longer texts of the examples.

export const SHOP = `<!DOCTYPE html><title>Teas</title>
<table>
<tr><td>Assam<td>3.20</tr>
<note>sold out</note>
<tr><td>Darjeeling</b><td>4.10</tr>
</table>
`;

export const MEMO_GRAMMAR = `# The document type of a memo, with the tags that it lets an author omit.
start document ;
tokenizer sgml ;

between = SPACE COMMENT ;
pcdata  = TEXT SPACE COMMENT ;

document                     ::= (between | DOCTYPE)* <memo> between* EOF ;
<memo>                       ::= <salutation> (<p> | between)* (<closing> between*)? ;
<salutation>                 ::= between* (<date> between* <to>
                                 | <to> between* <date>) between* <address>? ;
<date>                       ::= ;
<p> <closing> <to> <address> ::= pcdata* ;

void <date> ;
wish <salutation> ;
wish </salutation> </p> </closing> </to> </address> ;
omissible <salutation> </salutation> </p> </closing> </to> </address> ;
allow unfinished "a memo without a date and an addressee is none" ;
`;

export const MEMO = `<!doctype memo system>
<Memo>
<Date numeric="2026-06-12">
<To>All of the third floor
<p>The kettle is for tea.
<p>Soup has a pot of its own.
<Closing>The kitchen
</Memo>
`;

export const LEXED = `<!doctype memo system>
<Memo>
<Date numeric="2026-06-12" urgent>
<To>Fish &amp; Chips, &#167;4
<!-- two comments -- -- in one declaration -->
<p align = left>1 < 2, and <3 is no tag
<a href=http://x/>a value that needs quotes</a>
</Memo>
`;

export const CARD = `<div class="vcard">
<span class="fn">Queen Elizabeth II</span>'s
<span class="agent vcard">
<span class="role">representative in Australia</span> is
<span class="title">Governor General</span>
<a class="fn url" href="http://www.gg.gov.au/">Michael Jeffery</a>.
<span class="agent vcard">
You can contact him through his <span class="role">secretary</span>,
<span class="fn">Malcolm Hazell</span>.
</span>
</span>
</div>
`;

export const REVIEWS = `<h1>Joe's</h1>
<p id=bizPhone>555-5555</p>
<address>12345 Main St</address>
<ul>
<li class=nonfavoriteReview>
  <div class=ieSucks><b class=smaller>December 19th</b></div>
  <p class=reviewer_info><a href=/jacko>jacko</a></p>
  <span class=review_comment>Hi world.</span>
<li class=nonfavoriteReview>
  <p class=reviewer_info><a href=/suzy>suzy</a></p>
  <span class=review_comment>I'm commenting<br>without the date somehow.</span>
<li class=nonfavoriteReview>
  <div class=ieSucks><b class=smaller>December 21st</b></div>
  <p class=reviewer_info><a href=/billy>billy</a></p>
  <span class=review_comment>Yo, dawg.</span>
</ul>
`;

export const REVIEWS_PARSELET = `{
  "name": "h1",
  "phone": "#bizPhone",
  "address": "address",
  "reviews(.nonfavoriteReview)": [
    {
      "date": ".ieSucks .smaller",
      "user_name": ".reviewer_info a",
      "comment": "with-newlines(.review_comment)"
    }
  ]
}
`;
