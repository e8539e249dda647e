import { describe, expect, test } from "vitest";
import { substituteArguments } from "./substitute-arguments";

const positional = (body: string, typed: string, names: string[] = []) =>
  substituteArguments({ body, arguments: typed, rules: "positional", names });
const standard = (body: string, typed: string) =>
  substituteArguments({ body, arguments: typed, rules: "arguments-only" });

describe("positional arguments", () => {
  test.each([
    ["Fix $ARGUMENTS", "123 now", "Fix 123 now"],
    ["Do it", "x y", "Do it\n\nARGUMENTS: x y"],
    ["$0-$1", '"hello world" second', "hello world-second"],
    ["$ARGUMENTS[0]-$ARGUMENTS[1]", '"hello world" second', "hello world-second"],
    ["$2", "a", "$2\n\nARGUMENTS: a"],
    ["costs \\$1.00 $0", "x", "costs $1.00 x"],
    ["\\\\$1 $0", "x y", "\\\\y x"],
    ["$ARGUMENTS", "", ""],
    ["$ARGUMENTSX $HOME", "a", "$ARGUMENTSX $HOME\n\nARGUMENTS: a"],
    ["!`echo $0`", "x", "!`echo x`"],
  ])("%j with %j is %j", (body, typed, expected) => {
    expect(positional(body, typed)).toBe(expected);
  });

  test("a named argument that is missing is empty; other names stay", () => {
    expect(positional("$issue/$branch $other", "7", ["issue", "branch"])).toBe("7/ $other");
  });

  test("variables of the host are filled in, unknown ones stay", () => {
    const variables = new Map([["CLAUDE_SKILL_DIR", "/skills/x"]]);
    const body = "$<CLAUDE_SKILL_DIR>/a $<OTHER>".replaceAll("<", "{").replaceAll(">", "}");
    const text = substituteArguments({ body, arguments: "", rules: "positional", variables });
    expect(text).toBe(body.replace("$" + "{CLAUDE_SKILL_DIR}", "/skills/x"));
  });

  test("an argument that holds a placeholder is not replaced again", () => {
    expect(positional("$0 $1", "'$1' b")).toBe("$1 b");
  });
});

describe("$ARGUMENTS only", () => {
  test.each([
    ["$ARGUMENTS and $ARGUMENTS", "x", "x and x"],
    ["awk '{print $1}' $arguments", "x", "awk '{print $1}' $arguments\n\nARGUMENTS: x"],
    ["a $ARGUMENTS b", "", "a  b"],
    ["Do it\n", "", "Do it\n"],
    ["$ARGUMENTS", "$&$1", "$&$1"],
  ])("%j with %j is %j", (body, typed, expected) => {
    expect(standard(body, typed)).toBe(expected);
  });
});

test("hosts without arguments leave the body alone", () => {
  expect(substituteArguments({ body: "$ARGUMENTS", arguments: "x", rules: "none" })).toBe("$ARGUMENTS");
});

test.each([
  ["$ARGUMENTS: $0", "a !w", "a \\!w: a"],
  ["$1", 'a "!w"', "\\!w"],
  ["[$ARGUMENTS]", "!`ls`", "[\\! `ls`]"],
  ["[$ARGUMENTS]", "x!`y` a! b", "[x! `y` a! b]"],
  ["Go\n", "`!`", "Go\n\n\nARGUMENTS: ` \\! `"],
])("%j with %j brings nothing that would be run: %j", (body, typed, expected) => {
  expect(substituteArguments({ body, arguments: typed, rules: "positional" })).toBe(expected);
});

test("a run of backslashes or of line breaks is read once, however long it is", () => {
  const rules = "positional" as const;
  const slashes = "\\".repeat(400_000);
  expect(substituteArguments({ body: slashes, arguments: "", rules })).toBe(slashes);
  const breaks = `${"\n".repeat(400_000)}x`;
  expect(substituteArguments({ body: breaks, arguments: "a", rules })).toBe(`${breaks}\n\nARGUMENTS: a`);
});

test.each(["arguments-only", "positional"] as const)(
  "a long argument in very many places comes in as often as there is room (%s)",
  (rules) => {
    const body = "$ARGUMENTS ".repeat(90_000);
    const text = substituteArguments({ body, arguments: "x".repeat(100_000), rules });
    expect(text.length).toBeLessThan(4_000_000);
    expect(text.startsWith("x".repeat(100_000))).toBe(true);
    expect(text.endsWith("$ARGUMENTS ")).toBe(true);
  },
);
