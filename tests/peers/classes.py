"""The classes of known errors of lexbor and parse5.

Each class has the deciding sentence of the standard, and removes the error's cause from an input. A
difference belongs to a class only if it disappears with the cause; `judge.py` has already compared
with html5ever.
"""

import re


class Class:
    def __init__(self, name, sentence, pattern=None, by="", fragments="-", context=None):
        """Removes the cause by replacing matches of the pattern by `by`.

        A context that `fragments` matches is replaced by `context`.
        """
        self.name, self.sentence = name, sentence
        self.pattern = pattern and re.compile(pattern, re.IGNORECASE | re.DOTALL)
        self.by, self.fragments, self.context = by, fragments, context

    def without(self, question):
        """Returns the input without the cause, or unchanged if it does not have it."""
        text, before = question["text"], None
        # Of three attributes of one name, two are removed.
        while self.pattern and text != before:
            text, before = self.pattern.sub(self.by, text), text
        fragment = question["fragment"]
        if fragment and re.fullmatch(self.fragments, fragment):
            fragment = self.context
        return question | {"text": text, "fragment": fragment}


def renamed(name, by):
    """Returns a pattern for the tags of a name, and their replacement."""
    return rf"(</?){name}(?=[\s/>])", rf"\1{by}"


TEXT = r"(?:^|(?<=>))(?:[^<]|<(?![a-z/!?]))+"


def blank(text):
    """Removes everything but whitespace from a text."""
    return re.sub(r"[^ \t\n\f\r]+", "", text[0])


CLASSES = {
    "lexbor": [
        Class(
            "blanks-beside-other-text",
            '13.2.6.4.12 and 13.2.6.4.22 "A character token that is one of [blank]" and "Anything else: ignore the token": '
            'characters are tokens, and one that is ignored takes no blank with it.',
            TEXT, blank,
        ),
        Class(
            "blanks-among-the-rows-of-a-template",
            '13.2.6.4.9 "A character token, if the current node is table, tbody, template, tfoot, thead, or tr element": blanks '
            'among the rows of a template are inserted as they are, and reopen nothing.',
            r"(?<=>)[ \t\n\f\r\0]+(?=<|$)", "",
        ),
        Class(
            "the-second-of-two-attributes-of-one-name",
            '13.2.5.33 "if there is already an attribute on the token with the exact same name, then ... the new attribute must '
            'be removed from the token."',
            r"(\s(xmlns|type)(?:=(?:'[^']*'|[^\s'>]*))?(?:\s[^<>]*?)?)\s\2(?:=(?:'[^']*'|[^\s'>]*))?(?=[\s/>])", r"\1",
        ),
        Class(
            "image-in-a-table",
            '13.2.6.4.7 "A start tag whose tag name is "image": Change the token\'s tag name to "img" and reprocess it."',
            *renamed("image", "img"),
        ),
        Class(
            "selectedcontent-beside-an-option",
            '4.10.10 "When an option element is popped off the stack of open elements of an HTML parser": what it has then is '
            'cloned.',
            *renamed("selectedcontent", "x-selectedcontent"),
        ),
        Class(
            "sup-is-no-breakout",
            '13.2.6.5 "A start tag whose tag name is one of: ... "sub", "sup", "table""',
            *renamed("sup", "sub"),
        ),
        Class(
            "textarea-reopens",
            '13.2.6.4.8 "A character token: Insert the token\'s character."',
            r"<textarea[^>]*>", "",
        ),
        Class(
            "hidden-in-capitals",
            '13.2.6.4.7 "... or if it does, but that attribute\'s value is not an ASCII case-insensitive match for the string '
            '"hidden": set the frameset-ok flag to "not ok"."',
            "hidden", "hidden",
        ),
        Class(
            "implied-end-tag-of-a-foreign-element",
            '13.2.6.3 "while the current node is a dd element, ... an option element ..., an rt element ...": these are elements '
            'in the HTML namespace.',
            *renamed("(option|optgroup|rb|rp|rt|rtc)", r"x-\2"),
        ),
        Class(
            "end-tag-at-the-root-of-a-foreign-fragment",
            '13.2.6.5 "Loop: If node is the topmost element in the stack of open elements, then return. (fragment case)"',
            fragments="(svg|math) .*", context="div",
        ),
        Class(
            "adoption-leaves-an-entry",
            '13.2.6.4.7 "Remove formatting element from the list of active formatting elements, and insert the new element into '
            'the list of active formatting elements at the position of the aforementioned bookmark."',
            r"</(a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s/>])[^>]*>", "",
        ),
        Class(
            "doctype-in-a-column-group",
            '13.2.6.4.12 "A DOCTYPE token: Parse error. Ignore the token."',
            "<!doctype[^>]*>", "",
        ),
        Class(
            "declaration-at-the-end-takes-the-text-before-it",
            '13.2.5.42 "Anything else: This is an incorrectly-opened-comment parse error. Create a comment token whose data is the '
            'empty string."',
            "<!$", "",
        ),
    ],
    "parse5": [
        Class(
            "processing-instruction",
            '13.2.5.6 "U+003F QUESTION MARK (?): Set the temporary buffer to the empty string. Switch to the processing '
            'instruction open state."',
            r"<\?", "<!",
        ),
        Class(
            "quirks-of-an-empty-system-identifier",
            '13.2.6.4.1 "The system identifier is missing or the empty string, and the public identifier starts with: '
            '"-//W3C//DTD HTML 4.01 Frameset//"": then the document is in quirks mode.',
            r'(<!doctype html public "-//W3C//DTD HTML 4\.01 (?:Frameset|Transitional)//[^"]*") ""', r"\1",
        ),
        Class(
            "implied-body-after-a-template",
            '13.2.6.4.6 "Anything else: Insert an HTML element for a "body" start tag token with no attributes. Set the '
            'frameset-ok flag to "ok"."',
            *renamed("frameset", "x-frameset"),
        ),
        Class(
            "form-pointer-in-a-template",
            '13.2.4.4 "An HTML parser is parsing template contents if there is a template element on the stack of open elements, '
            'or the parser\'s fragment context element is a template element."',
            *renamed("form", "x-form"),
        ),
        Class(
            "fedropshadow-has-no-other-name",
            '13.2.6.5, the table of the names of elements: "fedropshadow", "feDropShadow".',
            *renamed("feDropShadow", "feOffset"),
        ),
        Class(
            "customizable-select",
            '13.2.6.4.7 "A start tag whose tag name is "select"": it stands in the body like others, and there are no insertion '
            'modes for what is in it.',
            *renamed("select", "x-select"), "select", "x-select",
        ),
        Class(
            "noscript-as-context",
            '13.4 "noscript: If scripting mode is not Disabled, switch the tokenizer to the RAWTEXT state. Otherwise, leave the '
            'tokenizer in the data state."',
            fragments="noscript", context="div",
        ),
        Class(
            "cdata-in-an-integration-point",
            '13.2.5.42 "If there is an adjusted current node and it is not an element in the HTML namespace ...: switch to the '
            'CDATA section state."',
            r"<!\[CDATA\[.*?(\]\]>|$)", "x",
        ),
        Class(
            "table-scope-ends-at-a-template",
            '13.2.4.2 "has a particular element in table scope: html in the HTML namespace, table ..., template ..."',
            *renamed("template", "x-template"), "template", "x-template",
        ),
        Class(
            "search-is-not-special",
            '13.2.4.2 "The following elements have varying levels of special parsing rules: ... script, search, section, select"',
            *renamed("search", "section"),
        ),
        Class(
            "some-of-several-nulls",
            '13.2.6.5 "A character token that is U+0000 NULL: Insert a U+FFFD REPLACEMENT CHARACTER character": for each.',
            "\0", "",
        ),
        Class(
            "end-of-a-row-group-that-is-not-open",
            '13.2.6.4.14 "An end tag whose tag name is one of: "tbody", "tfoot", "thead": If the stack of open elements does not '
            'have an element in table scope that is an HTML element with the same tag name as the token, ignore the token."',
            r"</(tbody|tfoot|thead)(?=[\s/>])[^>]*>", "",
        ),
    ],
}
