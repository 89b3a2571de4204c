// Baselines of every message: the text, carets under the offending piece, the message, the help.
#include <doctest/doctest.h>

#include <string>

#include "world.h"

namespace planner::expr::testing {
namespace {

std::string errors(std::string_view text) {
  Diagnostics diagnostics;
  const auto expression = Expression::compile(text, scope(), {"r.yaml", {7, 1}, std::string(text)}, diagnostics);
  CHECK(expression.has_value() == !diagnostics.has_errors());
  std::string shown;
  for (const Diagnostic& d : diagnostics.items()) {
    CHECK(d.file == "r.yaml");
    CHECK(d.at.line == 7);
    CHECK(d.line_text == text);
    shown += std::string(d.at.column - 1, ' ') + std::string(d.length, '^') + " " + d.message + "\n";
    if (!d.help.empty()) shown += "= " + d.help + "\n";
  }
  return shown;
}

struct Baseline {
  std::string text;
  std::string expected;
};

void expect(const Baseline& baseline) {
  CAPTURE(baseline.text);
  CHECK("\n" + baseline.text + "\n" + errors(baseline.text) == "\n" + baseline.text + "\n" + baseline.expected);
}

TEST_CASE("errors: characters and literals") {
  expect({R"(g.length = 3 mm)", R"(         ^ unexpected character `=`
= write `==`
)"});
  expect({R"(yes & no)", R"(    ^ unexpected character `&`
= write `&&`
)"});
  expect({R"(yes | no)", R"(    ^ unexpected character `|`
= write `||`
)"});
  expect({R"(g.length ≤ 3 mm)", R"(         ^^^ unexpected character `≤`
= write `<=`
)"});
  expect({R"(yes # no)", R"(    ^ unexpected character `#`
)"});
  expect({R"(5 % 2 == 1)", R"(    ^ unexpected `2`
= `%` is percent; there is no modulo
)"});
  expect({R"(g.name == "abc)", R"(          ^^^^ text is not closed
= end it with "
)"});
  expect({R"(g.name == 'a\n')", R"(            ^^ unknown escape in a text
= only \\, \" and \' can be escaped
)"});
  expect({R"(450 w <= 1 kW)", R"(    ^ unknown unit `w`
= did you mean `W`?
)"});
  expect({R"(304 millimeters)", R"(    ^^^^^^^^^^^ unknown unit `millimeters`
= units are W, kW, mW, mm, cm, m, in, USD, slots, slot, lanes, lane, GB, MB, TB, GiB, MiB, TiB, s, ms, us, degC, V, A, CFM, GB/s, MB/s, TB/s, Gb/s, TFLOPS, TOPS, GFLOPS, Hz, MHz, GHz, MT/s, kg, g, %
)"});
  expect({R"(5 Gb/S < 1 GB/s)", R"(  ^^^^ unknown unit `Gb/S`
= did you mean `GB/s`?
)"});
  expect({R"(3 GBs)", R"(  ^^^ unknown unit `GBs`
= did you mean `GB`?
)"});
  expect({R"(99999999999999999999 W)", R"(^^^^^^^^^^^^^^^^^^^^^^ number cannot be read exactly
= at most 18 digits, single `_` between digits
)"});
  expect({R"(1__0 W)", R"(^^^^^^ number cannot be read exactly
= at most 18 digits, single `_` between digits
)"});
  expect({R"(0.1234567890123456789)", R"(^^^^^^^^^^^^^^^^^^^^^ number has more than 18 decimals
)"});
  expect({R"(x99999999999999999999)", R"(^^^^^^^^^^^^^^^^^^^^^ number is too large
)"});
  expect({R"(.5 > 0)", R"(^ unexpected `.`, expected a value
)"});
  expect({R"(1e5 > 3)", R"( ^^ unknown unit `e5`
= write the number out; it has no exponent
)"});
  expect({R"(450  W)", R"(     ^ unexpected `W`
= a unit stands at most one space after its number
)"});
}

TEST_CASE("errors: syntax") {
  expect({R"(yes &&)", R"(      ^ unexpected end of expression, expected a value
)"});
  expect({R"((yes)", R"(    ^ unexpected end of expression, expected `)`
)"});
  expect({R"(yes))", R"(   ^ unexpected `)`
)"});
  expect({R"(yes no)", R"(    ^^ unexpected `no`
)"});
  expect({R"(yes and no)", R"(    ^^^ unexpected `and`
= write `&&`
)"});
  expect({R"(not yes)", R"(    ^^^ unexpected `yes`
= write `!`
^^^ unknown name `not`
= write `!`
)"});
  expect({R"(1 < 2 < 3)", R"(      ^ comparisons cannot be chained
= join them with `&&`, or use parentheses
)"});
  expect({R"(yes == no == yes)", R"(          ^^ comparisons cannot be chained
= join them with `&&`, or use parentheses
)"});
  expect({R"(g.cooling in "blower")",
          R"(             ^^^^^^^^ unexpected `"blower"`, expected `[`: `in` takes a list of constants
)"});
  expect({R"(g.cooling in [g.cooling])", R"(              ^ unexpected `g`, expected a constant
)"});
  expect({R"(g.cooling in [])", R"(              ^ unexpected `]`, expected a constant
)"});
  expect({R"(g.cooling in ["blower")", R"(                      ^ unexpected end of expression, expected `]`
)"});
  expect({R"([1, 2].count() == 2)", R"(^ unexpected `[`, expected a value: lists stand only after `in`
)"});
  expect({R"(g.)", R"(  ^ unexpected end of expression, expected a name
)"});
  expect({R"(g.5)", R"(  ^ unexpected `5`, expected a name
)"});
  expect({R"(yes ? no)", R"(        ^ unexpected end of expression, expected `:`
)"});
  expect({R"(gpus.all(h, h.hot)", R"(                 ^ unexpected end of expression, expected `)`
)"});
  expect({R"(&& yes || (* 3)", R"(^^ unexpected `&&`, expected a value
           ^ unexpected `*`, expected a value
)"});
  expect({R"(g.length < , 5)", R"(           ^ unexpected `,`, expected a value
)"});
}

TEST_CASE("errors: names") {
  expect({R"(lenght > 3 mm)", R"(^^^^^^ unknown name `lenght`
= did you mean `g.length`?
)"});
  expect({R"(length > 3 mm)", R"(^^^^^^ unknown name `length`
= did you mean `g.length`?
)"});
  expect({R"(g.lenght > 3 mm)", R"(  ^^^^^^ gpu has no member `lenght`
= did you mean `length`?
)"});
  expect({R"(g.colour == "red")", R"(  ^^^^^^ gpu has no member `colour`
= gpu has name, length, board_power, slot_width, vram, lanes, delta, cooling, hot
)"});
  expect({R"(gpuss.count())", R"(^^^^^ unknown name `gpuss`
= did you mean `gpus`?
)"});
  expect({R"(zebra)", R"(^^^^^ unknown name `zebra`
= known names are g, s, gpus, psus, chassis, power, price, yes, no, maybe
)"});
  expect({R"(null == yes)", R"(^^^^ unknown name `null`
= write `known(...)` to ask whether a value is known
)"});
  expect({R"(gpus.length)", R"(     ^^^^^^ `gpus` is a list of gpu and has no members
= use a macro: `.all(x, ...)`, `.exists(x, ...)`, `.sum(x, ...)`, `.count()`
)"});
  expect({R"(gpus.al(h, h.hot))", R"(     ^^ unknown macro `al`
= did you mean `all`?
)"});
  expect({R"(gpus.map(h, h.length))", R"(     ^^^ unknown macro `map`
= did you mean `max`?
)"});
  expect({R"(has(g.length))", R"(^^^ unknown function `has`
= write `known(...)`
)"});
  expect({R"(size(gpus))", R"(^^^^ unknown function `size`
= write `list.count()`
)"});
  expect({R"(knwon(g.length))", R"(^^^^^ unknown function `knwon`
= did you mean `known`?
)"});
  expect({R"(fetch(g))", R"(^^^^^ unknown function `fetch`
= the only function is `known`; macros are written `list.all(x, ...)`
)"});
  expect({R"(known(g.length, g.vram))", R"(^^^^^ `known` takes one value
)"});
  expect({R"(known())", R"(^^^^^ `known` takes one value
)"});
  expect({R"(chassis.form.length)", R"(             ^^^^^^ `chassis.form` is one of 3 names and has no members
)"});
}

TEST_CASE("errors: macros") {
  expect({R"(chassis.all(h, h.hot))", R"(^^^^^^^ `all` needs a list, `chassis` is an object (chassis)
)"});
  expect({R"(gpus.all(h.hot))", R"(     ^^^ `all` takes a variable and an expression
= write `.all(x, ...)`
)"});
  expect({R"(gpus.all(1, yes))", R"(         ^ the first argument of `all` names a variable
= write `.all(x, ...)`
)"});
  expect({R"(gpus.sum())", R"(     ^^^ `sum` takes a variable and an expression
= write `.sum(x, ...)`
)"});
  expect({R"(gpus.size(h, h.hot))", R"(     ^^^^ unknown macro `size`
= write `.count(x, ...)`, or `.size()` for all elements
)"});
  expect({R"(gpus.all(g, g.hot))", R"(         ^ `g` already names something here
= choose another variable
)"});
  expect({R"(gpus.all(a, gpus.all(a, a.hot)))", R"(                     ^ `a` already names something here
= choose another variable
)"});
  expect({R"(gpus.all(import, import.hot))", R"(         ^^^^^^ `import` is a reserved word
= choose another variable
)"});
  expect({R"(gpus.all(h, h.length))", R"(            ^^^^^^^^ `all` needs true or false, `h.length` is length (mm)
)"});
  expect({R"(gpus.sum(h, h.hot))", R"(            ^^^^^ `sum` needs a number, `h.hot` is true or false
)"});
  expect({R"(gpus.count(h, h.length))", R"(              ^^^^^^^^ `count` needs true or false, `h.length` is length (mm)
)"});
  expect({R"(gpus.filter(h, h.length).count())",
          R"(               ^^^^^^^^ `filter` needs true or false, `h.length` is length (mm)
)"});
  expect({R"(gpus.all(a, gpus.all(b, gpus.all(c, gpus.all(d, gpus.all(e, e.hot))))))",
          R"(                                                         ^ macros nest more than 4 deep
)"});
  expect({R"(gpuss.all(h, h.lenght > 3 mm && x))", R"(^^^^^ unknown name `gpuss`
= did you mean `gpus`?
                                ^ unknown name `x`
= known names are h, g, s, gpus, psus, chassis, power, price, yes, no, maybe
)"});
}

TEST_CASE("errors: types") {
  expect({R"(g.length + g.board_power)", R"(^^^^^^^^^^^^^^^^^^^^^^^^ cannot add length (mm) and power (W)
= `g.length` is length (mm), `g.board_power` is power (W)
)"});
  expect({R"(g.length - 3 W > 2 mm)", R"(^^^^^^^^^^^^^^ cannot subtract power (W) from length (mm)
= `g.length` is length (mm), `3 W` is power (W)
)"});
  expect({R"(g.length <= g.board_power)", R"(^^^^^^^^^^^^^^^^^^^^^^^^^ cannot compare length (mm) with power (W)
= `g.length` is length (mm), `g.board_power` is power (W)
)"});
  expect({R"(g.length <= 330)", R"(^^^^^^^^^^^^^^^ cannot compare length (mm) with a number
= give the number its unit: `330 mm`
)"});
  expect({R"(330 == g.length)", R"(^^^^^^^^^^^^^^^ cannot compare a number with length (mm)
= give the number its unit: `330 mm`
)"});
  expect({R"(g.length && yes)", R"(^^^^^^^^ `&&` needs true or false, `g.length` is length (mm)
)"});
  expect({R"(!g.length)", R"( ^^^^^^^^ `!` needs true or false, `g.length` is length (mm)
)"});
  expect({R"(-yes)", R"( ^^^ `-` needs numbers, `yes` is true or false
)"});
  expect({R"(yes + 1)", R"(^^^ `+` needs numbers, `yes` is true or false
)"});
  expect({R"(g.length < yes)", R"(           ^^^ `<` needs numbers, `yes` is true or false
)"});
  expect({R"(g.cooling < "blower")", R"(^^^^^^^^^ `<` needs numbers, `g.cooling` is one of 3 names
= names have no order; use `==` or `in [...]`
)"});
  expect({R"(g.cooling == "pasive")", R"(             ^^^^^^^^ `pasive` is not a value of `g.cooling`
= did you mean `passive`?
)"});
  expect({R"(g.cooling in ["blower", "watercooled"])",
          R"(                        ^^^^^^^^^^^^^ `watercooled` is not a value of `g.cooling`
= its values are open_air, blower, passive
)"});
  expect(
      {R"(g.cooling in ["blower", 3])", R"(                        ^ `3` is a number, but `g.cooling` is one of 3 names
)"});
  expect({R"(g.cooling == g.name)", R"(^^^^^^^^^^^^^^^^^^^ cannot compare one of 3 names with text
= `g.cooling` is one of 3 names, `g.name` is text
)"});
  expect({R"(g.name == 3)", R"(^^^^^^^^^^^ cannot compare text with a number
= `g.name` is text, `3` is a number
)"});
  expect({R"(g == s)", R"(^^^^^^ cannot compare an object (gpu) with an object (psu)
= `g` is an object (gpu), `s` is an object (psu)
)"});
  expect({R"(chassis == yes)", R"(^^^^^^^^^^^^^^ cannot compare an object (chassis) with true or false
= `chassis` is an object (chassis), `yes` is true or false
)"});
  expect({R"(gpus == gpus)", R"(^^^^^^^^^^^^ lists cannot be compared
= compare their `.count()`, or elements with `.all(x, ...)`
)"});
  expect({R"(yes ? 1 W : 2 mm)", R"(      ^^^^^^^^^^ the two branches are power (W) and length (mm)
= both must be of the same type
)"});
  expect({R"(g.length ? 1 : 2)", R"(^^^^^^^^ `?` needs true or false, `g.length` is length (mm)
)"});
  expect({R"(1 ==> yes)", R"(^ `==>` needs true or false, `1` is a number
)"});
  expect({R"(yes ? "x" : g.cooling)", R"(      ^^^ `x` is not a value of `g.cooling`
= its values are open_air, blower, passive
)"});
  expect({R"(g.length in [3, 4 mm])", R"(             ^ `3` is a number, but `g.length` is length (mm)
)"});
  expect(
      {R"(1 W * 1 W * 1 W * 1 W * 1 W * 1 W * 1 W * 1 W * 1 W)",
       R"(                                              ^ unit of `1 W * 1 W * 1 W * 1 W * 1 W * 1 W * 1 W * 1 W * 1 W` has a power above 8
)"});
  expect({R"(g.lenght > 3 W && chassis.from == "tower" && gpus.sum(h, h.hot) > 450 watt)",
          R"(                                                                      ^^^^ unknown unit `watt`
= units are W, kW, mW, mm, cm, m, in, USD, slots, slot, lanes, lane, GB, MB, TB, GiB, MiB, TiB, s, ms, us, degC, V, A, CFM, GB/s, MB/s, TB/s, Gb/s, TFLOPS, TOPS, GFLOPS, Hz, MHz, GHz, MT/s, kg, g, %
  ^^^^^^ gpu has no member `lenght`
= did you mean `length`?
                          ^^^^ chassis has no member `from`
= did you mean `form`?
                                                         ^^^^^ `sum` needs a number, `h.hot` is true or false
)"});
}

TEST_CASE("errors point into a file: offset of the text, later lines of a block") {
  Diagnostics diagnostics;
  const std::string text = "g.length > 3 mm &&\ng.lenght < 4 mm &&\n  cooling";
  const SourceText where{"rules.yaml", {12, 9}, "        g.length > 3 mm &&"};
  CHECK_FALSE(Expression::compile(text, scope(), where, diagnostics));
  REQUIRE(diagnostics.items().size() == 2);
  CHECK(diagnostics.items()[0].at == Location{13, 11});
  CHECK(diagnostics.items()[0].line_text == "        g.lenght < 4 mm &&");
  CHECK(diagnostics.items()[1].at == Location{14, 11});
  CHECK(diagnostics.items()[1].length == 7);
  CHECK(diagnostics.items()[1].line_text == "          cooling");
}

TEST_CASE("errors: empty text") {
  expect({"", "^ expression is empty\n"});
  expect({" ", " ^ expression is empty\n"});
}

}  // namespace
}  // namespace planner::expr::testing
