# Recognition, and recognition with the first value, by Marpa::R2, for tests/peers/grammars.sh.
use strict;
use warnings;
use Marpa::R2;
use Time::HiRes qw(clock);

my ($grammar_file, $text_file) = @ARGV;
open my $in, '<', $grammar_file or die;
my ($start, @lines) = map { chomp; $_ } <$in>;
open $in, '<', $text_file or die;
# (A name must not end in a bracket.)
my @words = map { "w$_." } split ' ', join '', <$in>;
my @rules = map { my ($left, @right) = map { "w$_." } split; { lhs => $left, rhs => \@right, action => 'main::node' } }
    grep { /\S/ } @lines;
my $grammar = Marpa::R2::Grammar->new({ start => "w$start.", rules => \@rules });
$grammar->precompute;

sub node { return 1 }

# Reads the text, and returns the recogniser.
sub recognised {
    my $recognizer = Marpa::R2::Recognizer->new({ grammar => $grammar, ranking_method => "none", too_many_earley_items => -1 });
    for my $word (@words) { defined $recognizer->read($word, $word) or die "refused: $word" }
    return $recognizer;
}

my ($least, $tree) = (9e9, 9e9);
for (1 .. 5) {
    my $begin = clock;
    my $recognizer = recognised();
    my $middle = clock;
    defined $recognizer->value or die 'no value';
    $least = $middle - $begin if $middle - $begin < $least;
    $tree = clock() - $begin if clock() - $begin < $tree;
}
printf 'Marpa %.0f %.0f ', $least / @words * 1e9, $tree / @words * 1e9;
