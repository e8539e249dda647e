import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readShellWords } from "./internal/read-shell-words";
import { readShell } from "./read-shell";

const words = (line: string) => readShellWords(line)?.map((command) => command.words);

describe("the words of a line", () => {
  it.each([
    [`cat 'a b' "c d" e\\ f g'h'"i"`, [["cat", "a b", "c d", "e f", "ghi"]]],
    ["a; b && c || d | e\nf;", [["a"], ["b"], ["c"], ["d"], ["e"], ["f"]]],
    ["cat a 2>/dev/null | head 2>&1", [["cat", "a"], ["head"]]],
    [`find . -name "*.md"`, [["find", ".", "-name", "*.md"]]],
    ["echo ''", [["echo", ""]]],
  ])("%s", (line, expected) => {
    expect(words(line)).toEqual(expected);
  });

  it("say what each command follows on, and whose errors go", () => {
    expect(readShellWords("a 2>/dev/null && b || c; d | e")).toMatchObject([
      { joint: "then", hidesErrors: true },
      { joint: "and", hidesErrors: false },
      { joint: "or" },
      { joint: "then" },
      { joint: "pipe" },
    ]);
  });

  it.each([
    "cat $HOME",
    'cat "$HOME"',
    "cat `a`",
    "cat *.md",
    "cat a?",
    "cat a > b",
    "cat < a",
    "a & b",
    "(a)",
    "{ a; }",
    "cat ~/a",
    "cat {a,b}",
    "cat [a]",
    "! a",
    "# a",
    "cat 'a",
    'cat "a',
    "a &&",
    "| a",
    ";",
    "",
    "cat a 2>b",
    "cat a 2>/dev/nullx",
    'cat "a\\"b"',
    "cat a\\",
    "a ;; ; && b",
    "a\n&& b | | c",
    "a;".repeat(21),
  ])("are not read of a line that a shell would expand, redirect or refuse: %j", (line) => {
    expect(readShellWords(line)).toBeNull();
  });

  it("never come from anything but the line, whatever is typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ab '\"\\$;|&>2/\n") }), (line) => {
        let rest = line;
        for (const letter of (words(line) ?? []).flat().join("")) {
          expect(rest).toContain(letter);
          rest = rest.slice(rest.indexOf(letter) + 1);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

const acts = (line: string, folder: string | null = null) => readShell(line, folder)?.map(({ act }) => act);
const place = (given: string, path: string, skill: string | null = "a") => ({ given, skill, path });
const all = { of: "all" };

describe("commands that look at files of skills", () => {
  it.each([
    [
      "cat skill://a/b.md",
      { program: "cat", pick: all, numbers: "none", paths: [place("skill://a/b.md", "b.md")] },
    ],
    ["cat -n -- skill:/a/./c/../b.md", { numbers: "all", paths: [place("skill:/a/./c/../b.md", "b.md")] }],
    ["head skill://a/b", { program: "head", pick: { of: "first", count: 10, unit: "lines" } }],
    ["head -5 skill://a/b", { pick: { of: "first", count: 5, unit: "lines" } }],
    ["head -c 20 skill://a/b", { pick: { of: "first", count: 20, unit: "bytes" } }],
    ["tail -n3 skill://a/b", { program: "tail", pick: { of: "last", count: 3 } }],
    ["tail -n +7 skill://a/b", { pick: { of: "ranges", ranges: [{ first: 7, last: null }] } }],
    [
      "sed -n '2,3p' skill://a/b",
      { program: "sed", pick: { of: "ranges", ranges: [{ first: 2, last: 3 }] } },
    ],
    [
      "sed -n '4p;7,$p' skill://a/b",
      {
        pick: {
          of: "ranges",
          ranges: [
            { first: 4, last: 4 },
            { first: 7, last: null },
          ],
        },
      },
    ],
    ["sed -n '9,3p' skill://a/b", { pick: { of: "ranges", ranges: [{ first: 9, last: 9 }] } }],
    ["nl -b a skill://a/b", { program: "nl", numbers: "all" }],
    ["nl skill://a/b", { numbers: "filled" }],
    ["wc -lc skill://a/b", { kind: "count", counts: ["lines", "bytes"] }],
    ["wc skill://a/b", { counts: ["lines", "words", "bytes"] }],
    [
      "ls -1Ap skill://a",
      { kind: "list", hidden: "almost", marksFolders: true, paths: [place("skill://a", "")] },
    ],
    ["ls -aR skill:/", { hidden: "all", isDeep: true, paths: [place("skill:/", "", null)] }],
    [
      "find skill://a -type f -name '*.md' -maxdepth 2",
      { kind: "find", type: "file", name: "*.md", mostDepth: 2 },
    ],
    ["rg --files skill://a", { kind: "find", type: "file", hidden: false }],
  ])("%s", (line, expected) => {
    expect(acts(line)).toMatchObject([expected]);
  });

  it("are read in the folder where they are run, or that was entered before", () => {
    expect(acts("cat references/b.md", "skill://a")).toMatchObject([
      { paths: [place("references/b.md", "references/b.md")] },
    ]);
    expect(acts("cd skill://a/c && ls && cat ../../d/e")).toMatchObject([
      { kind: "enter" },
      { kind: "list", paths: [place(".", "c")] },
      { paths: [place("../../d/e", "e", "d")] },
    ]);
  });

  it("take a pipe where they name no file", () => {
    expect(acts("cat skill://a/b | sed -n '1,5p' | wc -l")).toHaveLength(3);
    for (const line of ["cat skill://a/b | cat skill://a/c", "cat skill://a/b | ls", "cat", "head -n 3"])
      expect(readShell(line, null)).toBeNull();
  });

  it.each([
    "cat /etc/passwd",
    "cat skill:///../x",
    "cat skill://a/../../x",
    "cat b.md",
    "ls",
    "cd ..",
    "cat ''",
    "cat -A skill://a/b",
    "sed -i 's/a/b/' skill://a/b",
    "sed 's/a/b/' skill://a/b",
    "sed -n '0,5p' skill://a/b",
    "sed -n '1,$p;1,$p' skill://a/b",
    "sed -n '1,5p;5p' skill://a/b",
    "sed -n '7p;3p' skill://a/b",
    "ls -l skill://a",
    "find skill://a -exec rm",
    "find skill://a -delete",
    "find skill://a -newer b",
    "rm skill://a/b",
    "python3 skill://a/b.py",
    "head -n -3 skill://a/b",
    "tail -c 5 skill://a/b",
    "tail -f skill://a/b",
    "rg x skill://a",
    "cat skill://a/b && rm c",
    "constructor skill://a",
    "echo hi",
    "echo -n hi; cat skill://a/b",
    "cd",
    "wc -m skill://a/b",
  ])("are nothing else, nor elsewhere: %s", (line) => {
    expect(readShell(line, null)).toBeNull();
  });

  it("are not read in a folder that is elsewhere", () => {
    expect(readShell("cat skill://a/b", "/tmp")).toBeNull();
  });
});

it("reads many words and pieces of words in a time that grows with them", () => {
  const start = process.cpuUsage();
  for (const piece of ["a ", "a''", "'a' ", "a;", "a/b "])
    readShell(`cat ${piece.repeat(100_000)}`, "skill:/x");
  const used = process.cpuUsage(start);
  expect((used.user + used.system) / 1000).toBeLessThan(1_500);
});
