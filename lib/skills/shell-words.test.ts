import { describe, expect, it, test } from "vitest";
import { shellWords } from "./shell-words";

/** Each as Claude Code 2.1.330 took it apart. */
const seen: readonly (readonly [typed: string, ...words: string[]])[] = [
  ["a b c", "a", "b", "c"],
  ["  a\tb  ", "a", "b"],
  ['x "two words" <y>', "x", "two words"],
  ["a|b c", "a"],
  ["a b | c d", "a", "b"],
  ["a b; c d", "a", "b"],
  ["a && b c", "a"],
  ["R&D x", "R"],
  ["https://x.y/z?a=b&c=d e", "https://x.y/z?a=b"],
  ["a b > f c", "a", "b"],
  ["a b 2>f c", "a", "b"],
  ["a < f b", "a"],
  ["a <<< b c", "a", "c"],
  ["a -> b", "a", "-"],
  ["2>f a", "a"],
  [">f a b", "a", "b"],
  ["a (b) c", "a", "c"],
  ["(a b) c", "a", "b"],
  ["a ) b", "a"],
  ["a( b", "a"],
  ["a() b", "b"],
  ["![alt](x) b", "![alt]", "b"],
  ["1) do this", "1"],
  ["{ a b; } c", "a", "b"],
  ["{a b", "{a", "b"],
  ["a { b } c", "a", "{", "b", "}", "c"],
  ["a $HOME b", "a", "b"],
  [`a $\{X} b`, "a", "b"],
  ["a $$ b", "a", "b"],
  ["a $ b", "a", "b"],
  ["a $((1+2)) b", "a", "b"],
  ["a $'x' b", "a", "b"],
  ['a $"x" b', "a", "$x", "b"],
  ["a $(x) b", "a"],
  ["a $( b", "a"],
  ["a ${ b", "a"],
  ["a `x` b", "a"],
  ["a ` b", "a"],
  ["$HOME b", "$HOME", "b"],
  ["$0 $1 b", "$0", "b"],
  ["$(x) b", "$(x)", "b"],
  [`a pre$\{X}post b`, "a", `pre$\{X}post`, "b"],
  ["a$(x)b c", "a$(x)b", "c"],
  ["a #no b", "a"],
  ["a b#no c", "a", "b#no", "c"],
  ["#a", "#a"],
  ["a 'it' b", "a", "it", "b"],
  ["a it's b", "a", "it's b"],
  ['a "x b', "a", '"x b'],
  ["a 'x\\'y' b", "a", "x\\y' b"],
  ["don't stop won't", "dont stop wont"],
  [`"" b '' c`, "", "b", "", "c"],
  [`a"b"c 'd'e`, "abc", "de"],
  ['a "b\\"c" d', "a", 'b\\"c', "d"],
  ['a "$HOME" b', "a", "$HOME", "b"],
  ["a\\ b c", "a b", "c"],
  ["a \\$HOME b", "a", "$HOME", "b"],
  ["a \\; b", "a", ";", "b"],
  ["a \\", "a"],
  ["a\\\nb c", "a", "b", "c"],
  ["a\nb c", "a"],
  ["a\r\nb c", "a"],
  ["; a", "a"],
  ["a=b c d", "c", "d"],
  ["x=1 y=2 z", "z"],
  ["x[1]=2 z", "z"],
  ["x=1", "x=1"],
  ["a b=c d", "a", "b=c", "d"],
  ["--opt=val x", "--opt=val", "x"],
  ["! a b", "a", "b"],
  ["a ! b", "a", "!", "b"],
  ["!", "!"],
  ["if a; then", "a"],
  ["if", "if"],
  ["for x in y", "for", "x", "in", "y"],
  ["<div> a", "<div>", "a"],
  ["a \u00a0b\u3000c", "a", "\u00a0b\u3000c"],
  ["a *.md ~ {1,2} [b] ?x", "a", "*.md", "~", "{1,2}", "[b]", "?x"],
  ["C:\\x\\y z", "C:xy", "z"],
];

describe("the words of what was typed after a skill's name", () => {
  test.each(seen)("%j", (typed, ...words) => {
    expect(shellWords(typed)).toEqual(words);
  });

  it("are none of nothing", () => {
    expect(shellWords("")).toEqual([]);
    expect(shellWords(" \n ")).toEqual([]);
  });

  it("are found once, however long a text of beginnings is", () => {
    for (const part of ["${", "$(", "`a ", "'", '"', "\\", "(", "<", "x=", "a"]) {
      const text = part.repeat(50_000);
      expect(shellWords(text).join("").length).toBeLessThanOrEqual(text.length);
    }
  });
});
