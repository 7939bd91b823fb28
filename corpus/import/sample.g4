grammar Query;

options { language = Java; }
@header { package query; }

query : SELECT columns=names FROM name=ID (WHERE condition)? EOF ;
names : '*' | ID (',' ID)* ;
condition
    : condition 'and' condition        # both
    | 'not' condition                  # negated
    | condition 'or' condition         # either
    | {allowed()}? ID op=('=' | '<') value { seen++; }  # compared
    | '(' condition ')'                # group
    ;
value : STRING | NUMBER | ~(',' | ')') ;

SELECT : [sS] 'elect' ;
FROM : 'from' ;
WHERE : 'where' ;
ID : LETTER (LETTER | [0-9])* ;
fragment LETTER : [a-z_] ;
NUMBER : '-'? [0-9]+ ('.' [0-9]+)? ;
STRING : '\'' ('\\' . | ~['\\])* '\'' ;
COMMENT : '/*' .*? '*/' -> channel(HIDDEN) ;
SPACE : [ \t\r\n]+ -> skip ;
