# Prints the results of HTML::Microformats on cases: see microformats-perl.sh. Each case has a line,
# and so has each expected property that differs, including `kind` and `n`. Other properties of an
# item are ignored.
use strict;
use warnings;
use HTML::Microformats;
use JSON;

my %formats = (vcard => 'hCard', vevent => 'hEvent', adr => 'adr', geo => 'geo');
my ($same, $other) = (0, 0);

# Returns all texts in a value, in the order of their names.
sub leaves {
    my ($value) = @_;
    return () unless defined $value;
    return map { leaves($_) } @$value if ref $value eq 'ARRAY';
    return "$value" unless ref $value eq 'HASH';
    my $members = $value->{properties} // $value;
    return map { leaves($members->{$_}) } sort keys %$members;
}

sub items {
    my ($html, $base) = @_;
    local $SIG{__WARN__} = sub { };
    my $document = HTML::Microformats->new_document($html, $base // 'http://example.com/');
    $document->assume_all_profiles;
    $document->parse_microformats;
    return decode_json($document->json(canonical => 1, convert_blessed => 1));
}

sub differences {
    my ($expected, $found) = @_;
    my (%next, @wrong);
    for my $item (@$expected) {
        my $theirs = $found->{ $formats{ $item->{type} } }[ $next{ $item->{type} }++ ];
        for my $name (sort keys %{ $item->{properties} }) {
            # The agents of an agent are compared as separate items; HTML::Microformats adds empty
            # members.
            next if $name eq 'agent';
            my ($ours, $own) = map { join ' | ', sort(leaves($_)) } $item->{properties}{$name}, $theirs->{$name};
            push @wrong, "    $name: expected `$ours`, gave `$own`" if $ours ne $own;
        }
    }
    return @wrong;
}

for my $file (@ARGV) {
    open my $in, '<:encoding(UTF-8)', $file or die "$file: $!";
    my (undef, @cases) = split /^=== /m, do { local $/; <$in> };
    for my $case (@cases) {
        my ($title, $rest) = split /\n/, $case, 2;
        my ($head, $html, $json) = split /^--- (?:input|expected)\n/m, $rest, 3;
        my $base = $head =~ /^base: (\S+)$/m ? $1 : undef;
        my @wrong = differences(decode_json($json)->{items}, items("<html><body>$html</body></html>", $base));
        @wrong ? $other++ : $same++;
        print @wrong ? 'other' : 'same ', "  $title\n", map { "$_\n" } @wrong;
    }
}
print "$same the same, $other other\n";
