import { describe, expect, test } from "vitest";
import { type DialectId, dialectHeads, isDialectId } from "../dialect-heads";
import { packageOf } from "../fixtures/host-package";
import { pythonString } from "../internal/python-value";
import { readHostYaml } from "../internal/read-host-yaml";
import { restOfLine } from "../internal/rest-of-line";
import { loadPackage } from "./find-loader";

/** Milliseconds of processor time: what else the machine does is not counted. */
function timeOf(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const used = process.cpuUsage(start);
  return (used.user + used.system) / 1000;
}

const hosts = Object.keys(dialectHeads).filter(isDialectId);
const long = (piece: string, times = 200_000): string => piece.repeat(times);
const between = (text: string): string => `---\nname: a-skill\ndescription: Helps.\n${text}\n---\nBody\n`;

/** Each made for one way of reading; the pattern that stood there before took from ten seconds to hours. */
const texts: Readonly<Record<string, string>> = {
  "empty lines and no end": `---\n${long("\n")}x`,
  "carriage returns and no end": `---\n${long("\r")}x`,
  "empty lines before a comment": `---\n${long("\n")}x\n---\n`,
  "blanks within a value": between(`more: a: b${long(" ")}c`),
  "hashes within a value, and a break": between(`more: a: b${long(" #")}\u2028c`),
  "blanks before a value that a break ends": between(`more:${long(" ")}x\u2028y`),
  "blanks before a name that a break ends": `---\nname:${long(" ")}x\u2028y\n---\n`,
  "a name of sixties": `---\nname: 1${long(":00", 300_000)}\ndescription: Helps.\n---\n`,
  "a name of digits": `---\nname: 0x${long("f", 900_000)}\ndescription: Helps.\n---\n`,
  "a long value and many behind it": between(
    `more: ${long("word ")}\n${Array.from({ length: 900 }, (_, at) => `k${at}: v`).join("\n")}`,
  ),
  fences: long("---\n"),
  "open lines": long("---\n---"),
};

describe.each(hosts)("%s", (host: DialectId) => {
  test.each(Object.keys(texts))("reads %s in a time that grows with it", (name) => {
    const pkg = packageOf(texts[name] ?? "");
    expect(timeOf(() => loadPackage(host, pkg))).toBeLessThan(1_500);
  });
});

/** Every text of `length` signs. */
const every = (signs: string, length: number): string[] =>
  length === 0 ? [""] : every(signs, length - 1).flatMap((text) => [...signs].map((sign) => text + sign));

const stateOf = (host: DialectId, text: string): string => {
  const load = loadPackage(host, packageOf(text));
  return load.state === "refused" ? load.rule : load.name;
};

test("skillkit finds the fences that its own pattern finds", () => {
  for (const tail of every("\n\r-x", 5).flatMap((text) => [text, `${text}\n---`, `---${text}`])) {
    const text = `---${tail}`;
    const found = /^---[\r\n]+([\s\S]*?)[\r\n]+---/.exec(text);
    expect(stateOf("skillkit", text) === "no-frontmatter", JSON.stringify(text)).toBe(found === null);
  }
  expect(stateOf("skillkit", "---\n\nname: a\n\ndescription: b\n\n---\n")).toBe("a");
});

test("Orion takes blank lines and comments for no frontmatter, a bare hash for some", () => {
  for (const matter of every("\n\r #x", 5)) {
    const isNothing = `\n${matter}`.replace(/^\s*#[^\n]+/gm, "").trim() === "";
    expect(stateOf("orion", `---\n${matter}\n---\n`) === "no-frontmatter", JSON.stringify(matter)).toBe(
      isNothing,
    );
  }
});

test("Codex cuts comments off where its pattern does", () => {
  for (const end of every("# x\u2028", 5)) {
    const value = `a: b${end}`;
    const cut = value.replace(/(?:^|\s+)#.*$/, "").trim();
    const load = loadPackage("codex", packageOf(`---\nname: a\ndescription: ${value}\n---\n`));
    if (load.state === "loaded") expect(load.description).toBe(cut.split(/\s+/).join(" "));
  }
});

test("the rest of a line is what the pattern for it finds", () => {
  for (const text of every(" x\u2028\r", 6))
    expect(restOfLine(`k:${text}`, 2), JSON.stringify(text)).toBe(
      /^k:\s*(.*)$/.exec(`k:${text}`)?.[1] ?? null,
    );
});

test("what is tagged as an integer and is none stays as it is written", () => {
  for (const [source, expected] of [
    ["!!int abc", "abc"],
    ["0x_", "0x_"],
    ["0b_", "0b_"],
    ["!!int 1:x", "1:x"],
    ["!!int 0x1f", "31"],
    [`1${"0".repeat(4_299)}`, `1${"0".repeat(4_299)}`],
  ] as const) {
    const yaml = readHostYaml(`a: ${source}`, "pyyaml");
    expect(pythonString(yaml.ok && yaml.value.kind === "map" ? yaml.value.entries.get("a") : undefined)).toBe(
      expected,
    );
  }
});

test("values keep the line of the file that they stand on", () => {
  const yaml = readHostYaml("a: 1\n\nb:\n  - x\n  - y\nc: 2\n\n", "pyyaml");
  const entries = yaml.ok && yaml.value.kind === "map" ? [...yaml.value.entries] : [];
  expect(entries.map(([key, { line }]) => [key, line])).toEqual([
    ["a", 2],
    ["b", 4],
    ["c", 7],
  ]);
});
