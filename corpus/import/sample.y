%{
#include "calc.h"
%}
%union { double number; }
%token <number> NUMBER "number"
%token NAME IF ELSE
%nonassoc LOWER
%nonassoc ELSE
%right '='
%left '+' '-'
%left '*' '/'
%precedence NEGATIVE
%start program
%%
program: %empty | program statement ;
statement
  : expression ';'                              { print($1); }
  | IF '(' expression ')' statement             %prec LOWER
  | IF '(' expression ')' statement ELSE statement
  | error ';'
  ;
expression
  : NUMBER
  | NAME
  | NAME '=' expression                         { assign($1, $3); }
  | expression '+' expression | expression '-' expression
  | expression '*' expression | expression '/' expression
  | '-' expression %prec NEGATIVE
  | '(' expression ')'
  ;
%%
int main(void) { return yyparse(); }
