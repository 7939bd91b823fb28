#!/usr/bin/perl
# Prints the default configuration of the installed Marpa::R2::HTML as text in
# its own configuration language. Debian ships only the compiled form; cases that
# change the configuration (examples.py) need the text.
#
#     configuration.pl > default.txt     # for marpa.pl --config
#
# The text is rebuilt from the compiled tables and compiled again; the program
# dies unless that gives the same tables.

use 5.010;
use strict;
use warnings;
use Data::Dumper;
use Marpa::R2::HTML;

my ( $rules, $runtime, $rank, undef, $primary ) = Marpa::R2::HTML::Config->new->contents;

# Translates internal symbols to the words of the configuration language.
sub worded {
    my ($symbol) = @_;
    return "<$1>"  if $symbol =~ /^(?:ELE|S)_(.*)/s;
    return "</$1>" if $symbol =~ /^E_(.*)/s;
    return "%$1"   if $symbol =~ /^GRP_(.*)/s;
    return "*$1"   if $symbol =~ /^FLO_(.*)/s;
    return uc $symbol if $symbol =~ /^p?cdata$/;
    return $symbol;
}

my ( %flow, %groups, %members );
for my $rule ( @{$rules} ) {
    my ( $head, @body ) = ( $rule->{lhs}, @{ $rule->{rhs} } );
    if    ( $head =~ /^ELE_(.*)/ )     { $flow{$1} = $body[1] if $1 ne 'html' }
    elsif ( $head =~ /^GRP_ELE_(.*)/ ) { push @{ $members{$1} }, $body[0] if $body[0] ne 'GRP_SGML' }
    elsif ( $head =~ /^GRP_/ and $body[0] =~ /^ELE_(.*)/ ) { push @{ $groups{$1} }, $head }
}

# Elements that may be virtual have separate rules even if one line defines them;
# with two lines they would not count as one definition.
my %may_be_virtual = map { $_ => 1 } grep { s/^S_// } map { keys %{$_} } values %{$rank};

my @lines;
for my $tag ( sort keys %{$runtime} ) {
    push @lines, "<$tag> is a " . worded( $runtime->{$tag} ) . ' included in ' . worded( $primary->{$tag} );
}
for my $tag ( sort keys %flow ) {
    my @in = map { worded($_) } @{ $groups{$tag} // [] };
    if ( $members{$tag} ) { push @lines, "<$tag> contains " . join q{ }, map { worded($_) } @{ $members{$tag} } }
    elsif ( @in == 1 and $may_be_virtual{$tag} ) {
        push @lines, "<$tag> is a " . worded( $flow{$tag} ) . " included in @in";
        next;
    }
    else { push @lines, "<$tag> is " . worded( $flow{$tag} ) }
    push @lines, map { "<$tag> is included in $_" } @in;
}
# The three that are left out always exist; the compiler accepts no lines for them.
for my $rejected ( grep { not /^(?:EOF|<!element>|<\/\*>)$/ } sort keys %{$rank} ) {
    my $ranks = $rank->{$rejected};
    push @lines, join q{ }, worded($rejected), '->',
        map { worded($_) } sort { $ranks->{$b} <=> $ranks->{$a} } keys %{$ranks};
}
my $text = join q{}, map { "$_\n" } @lines;

sub printed {
    my ( $rules, @tables ) = @_;
    local $Data::Dumper::Sortkeys = 1;
    my @flat = sort map { join q{ }, $_->{lhs}, '::=', @{ $_->{rhs} }, $_->{min} // q{-}, $_->{action} // q{-} } @{$rules};
    return Dumper( \@flat, @tables );
}
printed( Marpa::R2::HTML::Config->new->contents ) eq
    printed( Marpa::R2::HTML::Config->new_from_compile( \$text )->contents )
    or die "the rebuilt configuration compiles to something else\n";
print $text;
