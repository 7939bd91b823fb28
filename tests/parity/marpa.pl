#!/usr/bin/perl
# The peer's side of the parity run: parses each document with Marpa::R2::HTML
# and prints its elements. Needs Perl with Marpa::R2::HTML 2.086 (Debian:
# libmarpa-r2-perl) and nothing else but core modules.
#
#     marpa.pl [--echo] [--config FILE] [--limit SECONDS] < inputs > outputs
#
# One JSON object per line in, one per line out, in order, streaming.
#
# In:  {"id": any, "html": "text"}         decoded characters, not bytes
# Out: {"id": same,
#       "structure": "(html (head (title)) (body (p (b))))",
#       "virtual":   "(~html (~head (title~)~) (~body (p (b)~)~)~)",
#       "tokens":    [[TYPE, NAME or null, START, END], ...],
#       "cruft":     [index into tokens, ...]}
#  or: {"id": same, "error": "what Marpa died of"}
#
# structure  element names in document order; nesting by parentheses.
# virtual    the structure with marks for tags that the source lacks:
#            "(~p" has no start tag, "~)" has no end tag. A void element never
#            has an end tag, so it always ends in "~)".
# Names are as the tokenizer gives them and may hold odd characters ("br/" of
# <br/>, "p<b" of <p<b>). Of these "%", "(", ")", "~", and everything up to
# U+0020 and U+007F are written %XX (the code point, two upper-case hex digits).
# tokens     the tokens that Marpa read, in order, offsets in characters,
#            without the end of file: S start tag, E end tag, T blank text,
#            P other text, R raw text (cdata), C comment, D declaration,
#            PI processing instruction. Tags that HTML::Parser invents (empty
#            span) are not in it, as Marpa drops them too.
# cruft      the tokens that Marpa turned into cruft.
#
# --echo          repeats "html" in the output, as `parity -- replay` needs it
# --config FILE   a grammar for Marpa's `compile` option instead of its default
# --limit N       seconds for one document (20); a document that takes more
#                 gets an error line

use 5.010;
use strict;
use warnings;
use Getopt::Long qw(GetOptions);
use HTML::Parser;
use JSON::PP;
use Marpa::R2::HTML;

my ( $echo, $config_file, $limit ) = ( 0, undef, 20 );
GetOptions( 'echo' => \$echo, 'config=s' => \$config_file, 'limit=i' => \$limit )
    or die "usage: marpa.pl [--echo] [--config FILE] [--limit SECONDS]\n";

my @options;
if ( defined $config_file ) {
    open my $handle, '<', $config_file or die "$config_file: $!\n";
    my $text = do { local $/; <$handle> };
    push @options, \{ compile => \$text };
}

# Text that Marpa treats as blank: the white space of HTML 4.01.
my $not_blank = qr/[^\x09\x0A\x0C\x0D\x20\x{200B}]/;

# Runs the tokenizer a second time with the options that Marpa uses. Marpa replaces
# the tags' names by its symbol numbers, so it cannot return the names.
sub tokens_of {
    my ($html) = @_;
    my @events;
    my $fields = 'offset,offset_end,is_cdata';
    my $parser = HTML::Parser->new(
        api_version   => 3,
        unbroken_text => 1,
        start_h       => [ \@events, "'S',tagname,$fields" ],
        end_h         => [ \@events, "'E',tagname,$fields" ],
        text_h        => [ \@events, "'T',undef,$fields" ],
        comment_h     => [ \@events, "'C',undef,$fields" ],
        declaration_h => [ \@events, "'D',undef,$fields" ],
        process_h     => [ \@events, "'PI',undef,$fields" ],
    );
    $parser->parse($html);
    $parser->eof;

    my @tokens;
    for my $event (@events) {
        my ( $type, $name, $start, $end, $is_cdata ) = @{$event};
        next if defined $name and $end <= $start;
        if ( $type eq 'T' ) {
            $type = 'P' if substr( $html, $start, $end - $start ) =~ $not_blank;
            $type = 'R' if $is_cdata;
        }
        push @tokens, [ $type, $name, 0 + $start, 0 + $end ];
    }
    return \@tokens;
}

# Returns the tokens that Marpa turned into cruft. Dies if its tokens differ from
# those of the second run, since `tokens` would describe another run then.
sub cruft_of {
    my ( $instance, $tokens ) = @_;
    my $tracer = $instance->{tracer};
    my @theirs = @{ $instance->{tokens} };
    pop @theirs;    # the end of file
    die "token streams differ\n" if @theirs != @{$tokens};
    my @cruft;
    for my $index ( 0 .. $#theirs ) {
        my ( $symbol, undef, undef, undef, $start, $end ) = @{ $theirs[$index] };
        die "token streams differ at $index\n"
            if $start != $tokens->[$index][2] or $end != $tokens->[$index][3];
        push @cruft, $index if $tracer->symbol_name($symbol) eq 'CRUFT';
    }
    return \@cruft;
}

sub escaped {
    my ($name) = @_;
    $name =~ s/([\x00-\x20\x7F%()~])/sprintf '%%%02X', ord $1/ge;
    return $name;
}

# Called for every element, children before parents. Returns a pair of strings:
# the element's structure without and with marks. For a void element, values()
# may return elements from elsewhere, since Marpa leaves the slot of its content
# in the value stack unchanged. A void element has no children.
sub element {
    my $name     = escaped( Marpa::R2::HTML::tagname() );
    my $start    = defined Marpa::R2::HTML::start_tag() ? '' : '~';
    my $end      = defined Marpa::R2::HTML::end_tag()   ? '' : '~';
    my $children = Marpa::R2::HTML::is_empty_element() ? [] : Marpa::R2::HTML::values();
    my @plain    = map { $_->[0] } @{$children};
    my @marked   = map { $_->[1] } @{$children};
    return [
        '(' . join( q{ }, $name,         @plain ) . ')',
        '(' . join( q{ }, $start . $name, @marked ) . $end . ')',
    ];
}

sub parse {
    my ($html) = @_;
    my $tokens = tokens_of($html);
    my $cruft;
    my $top = sub {
        $cruft = cruft_of( $Marpa::R2::HTML::INSTANCE, $tokens );
        return Marpa::R2::HTML::values();
    };
    my $roots = Marpa::R2::HTML::html( \$html, { q{*} => \&element, ':TOP' => $top }, @options );
    return {
        structure => join( q{ }, map { $_->[0] } @{$roots} ),
        virtual   => join( q{ }, map { $_->[1] } @{$roots} ),
        tokens    => $tokens,
        cruft     => $cruft,
    };
}

sub answer {
    my ($input) = @_;
    my $output = eval {
        local $SIG{ALRM} = sub { die "over $limit s\n" };
        alarm $limit;
        my $parsed = parse( $input->{html} );
        alarm 0;
        $parsed;
    };
    my $error = $@;
    alarm 0;
    if ( not defined $output ) {
        ( my $reason = "$error" ) =~ s/\s+\z//;
        $output = { error => $reason };
    }
    $output->{id}   = $input->{id};
    $output->{html} = $input->{html} if $echo;
    return $output;
}

my $json = JSON::PP->new->utf8->canonical->allow_nonref;
$| = 1;
while ( my $line = <STDIN> ) {
    next if $line !~ /\S/;
    my $input = eval { $json->decode($line) };
    my $output =
        ( ref $input eq 'HASH' and defined $input->{html} )
        ? answer($input)
        : { id => undef, error => 'not a JSON object with "html"' };
    print $json->encode($output), "\n" or die "cannot write: $!\n";
}
