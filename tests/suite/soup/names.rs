//! The names in the standard's tables, for soups to draw from: elements, attributes, doctypes.
//!
//! They have the standard's spelling, so that the tokenizer must lower their case and the tree
//! builder must adjust them. They are not read from a grammar, since a name that the grammar lacks
//! would be missing here as well.

/// HTML elements: conforming, obsolete and browser-specific ones, and an unknown one.
pub(super) const HTML: &str = "\
    a abbr acronym address applet area article aside audio b base basefont bdi bdo \
    bgsound big blink blockquote body br button canvas caption center cite code col \
    colgroup data datalist dd del details dfn dialog dir div dl dt em embed fencedframe \
    fieldset figcaption figure font footer form frame frameset geolocation h1 h2 h3 h4 \
    h5 h6 head header hgroup hr html i iframe image img input ins isindex kbd keygen \
    label legend li link listing main map mark marquee menu menuitem meta meter multicol \
    nav nextid nobr noembed noframes noscript object ol optgroup option output p param \
    picture plaintext pre progress q rb rp rt rtc ruby s samp script search section \
    select selectedcontent selectlist slot small source spacer span strike strong style \
    sub summary sup table tbody td template textarea tfoot th thead time title tr track \
    tt u ul var video wbr xmp x-y";

/// SVG tag names that are adjusted (13.2.6.5).
pub(super) const SVG: &str = "\
    altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform \
    clipPath feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix \
    feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA \
    feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology \
    feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence \
    foreignObject glyphRef linearGradient radialGradient textPath";

/// Other SVG elements.
pub(super) const SVG_AS_THEY_ARE: &str = "\
    svg a animate circle cursor defs desc ellipse filter font font-face g image line \
    marker mask metadata mpath path pattern polygon polyline rect script set stop style \
    switch symbol text title tref tspan use view";

/// MathML elements.
pub(super) const MATHML: &str = "\
    math annotation annotation-xml maction maligngroup malignmark menclose merror \
    mfenced mfrac mglyph mi mlabeledtr mmultiscripts mn mo mover mpadded mphantom mroot \
    mrow ms mspace msqrt mstyle msub msup mtable mtd mtext mtr munder none semantics";

/// SVG attributes that are adjusted (13.2.6.1), and four that no longer are.
pub(super) const SVG_ATTRIBUTES: &str = "\
    attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits \
    diffuseConstant edgeMode filterUnits glyphRef gradientTransform gradientUnits \
    kernelMatrix kernelUnitLength keyPoints keySplines keyTimes lengthAdjust \
    limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits \
    numOctaves pathLength patternContentUnits patternTransform patternUnits pointsAtX \
    pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits refX refY \
    repeatCount repeatDur requiredExtensions requiredFeatures specularConstant \
    specularExponent spreadMethod startOffset stdDeviation stitchTiles surfaceScale \
    systemLanguage tableValues targetX targetY textLength viewBox viewTarget \
    xChannelSelector yChannelSelector zoomAndPan contentScriptType contentStyleType \
    externalResourcesRequired filterRes";

/// MathML's adjusted attribute, namespaced attributes, and some that only seem namespaced.
pub(super) const FOREIGN_ATTRIBUTES: &str = "\
    definitionURL xlink:actuate xlink:arcrole xlink:href xlink:role xlink:show \
    xlink:title xlink:type xml:base xml:lang xml:space xmlns xmlns:xlink xmlns:x xlink:x";

/// Public identifiers of doctypes (13.2.6.4.1) with quirks, with limited quirks, and with neither,
/// without what follows.
pub(super) const PUBLIC_IDS: &[&str] = &[
    "+//Silmaril//dtd html Pro V0r11 19970101//",
    "-//AS//DTD HTML 3.0 asWedit + extensions//",
    "-//AdvaSoft Ltd//DTD HTML 3.0 asWedit + extensions//",
    "-//IETF//DTD HTML 2.0 Level 1//",
    "-//IETF//DTD HTML 2.0 Level 2//",
    "-//IETF//DTD HTML 2.0 Strict Level 1//",
    "-//IETF//DTD HTML 2.0 Strict Level 2//",
    "-//IETF//DTD HTML 2.0 Strict//",
    "-//IETF//DTD HTML 2.0//",
    "-//IETF//DTD HTML 2.1E//",
    "-//IETF//DTD HTML 3.0//",
    "-//IETF//DTD HTML 3.2 Final//",
    "-//IETF//DTD HTML 3.2//",
    "-//IETF//DTD HTML 3//",
    "-//IETF//DTD HTML Level 0//",
    "-//IETF//DTD HTML Level 1//",
    "-//IETF//DTD HTML Level 2//",
    "-//IETF//DTD HTML Level 3//",
    "-//IETF//DTD HTML Strict Level 0//",
    "-//IETF//DTD HTML Strict Level 1//",
    "-//IETF//DTD HTML Strict Level 2//",
    "-//IETF//DTD HTML Strict Level 3//",
    "-//IETF//DTD HTML Strict//",
    "-//IETF//DTD HTML//",
    "-//Metrius//DTD Metrius Presentational//",
    "-//Microsoft//DTD Internet Explorer 2.0 HTML Strict//",
    "-//Microsoft//DTD Internet Explorer 2.0 HTML//",
    "-//Microsoft//DTD Internet Explorer 2.0 Tables//",
    "-//Microsoft//DTD Internet Explorer 3.0 HTML Strict//",
    "-//Microsoft//DTD Internet Explorer 3.0 HTML//",
    "-//Microsoft//DTD Internet Explorer 3.0 Tables//",
    "-//Netscape Comm. Corp.//DTD HTML//",
    "-//Netscape Comm. Corp.//DTD Strict HTML//",
    "-//O'Reilly and Associates//DTD HTML 2.0//",
    "-//O'Reilly and Associates//DTD HTML Extended 1.0//",
    "-//O'Reilly and Associates//DTD HTML Extended Relaxed 1.0//",
    "-//SQ//DTD HTML 2.0 HoTMetaL + extensions//",
    "-//SoftQuad Software//DTD HoTMetaL PRO 6.0::19990601::extensions to HTML 4.0//",
    "-//SoftQuad//DTD HoTMetaL PRO 4.0::19971010::extensions to HTML 4.0//",
    "-//Spyglass//DTD HTML 2.0 Extended//",
    "-//Sun Microsystems Corp.//DTD HotJava HTML//",
    "-//Sun Microsystems Corp.//DTD HotJava Strict HTML//",
    "-//W3C//DTD HTML 3 1995-03-24//",
    "-//W3C//DTD HTML 3.2 Draft//",
    "-//W3C//DTD HTML 3.2 Final//",
    "-//W3C//DTD HTML 3.2//",
    "-//W3C//DTD HTML 3.2S Draft//",
    "-//W3C//DTD HTML 4.0 Frameset//",
    "-//W3C//DTD HTML 4.0 Transitional//",
    "-//W3C//DTD HTML Experimental 19960712//",
    "-//W3C//DTD HTML Experimental 970421//",
    "-//W3C//DTD W3 HTML//",
    "-//W3O//DTD W3 HTML 3.0//",
    "-//WebTechs//DTD Mozilla HTML 2.0//",
    "-//WebTechs//DTD Mozilla HTML//",
    "-//W3O//DTD W3 HTML Strict 3.0//EN//",
    "-/W3C/DTD HTML 4.0 Transitional/EN",
    "HTML",
    "-//W3C//DTD HTML 4.01 Frameset//",
    "-//W3C//DTD HTML 4.01 Transitional//",
    "-//W3C//DTD XHTML 1.0 Frameset//",
    "-//W3C//DTD XHTML 1.0 Transitional//",
    "-//W3C//DTD HTML 4.01//",
    "-//W3C//DTD XHTML 1.0 Strict//",
];
