import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Expected } from "@/lib/verdicts/judge-suite";
import { readSuite } from "./read-suite";
import { type CaseEdit, writeTriggerSuite } from "./write-trigger-suite";

const path = "evals/trigger-eval.json";
const skill = "triage";
const own: Expected = { kind: "skill", name: skill };
const not: Expected = { kind: "not-this" };
const sibling: Expected = { kind: "skill", name: "deploy" };
const nothing: Expected = { kind: "nothing" };

const casesOf = (text: string) => readSuite({ path, text, skill }).cases;
const editsOf = (text: string): CaseEdit[] =>
  casesOf(text).map(({ at, query, expected }) => ({ from: at, query, expected }));
const write = (text: string | null, wanted: readonly CaseEdit[]) => {
  const written = writeTriggerSuite({ path, text, skill }, wanted);
  return written.ok ? written.value : written.error.map(({ rule }) => rule).join();
};

/** As people write them: one case a line with groups apart, and a case of many lines. */
const grouped = `[
  {"query": "Pager", "should_trigger": true},
  {"query": "Outage",   "should_trigger": true, "tags": ["x",  "y"]},

  {"query": "Weather", "should_trigger": false}
]`;
const spread =
  '{\r\n\t"ours": {"a":1 },\r\n\t"cases": [\r\n\t\t{\r\n\t\t\t"prompt": "Pager",\r\n\t\t\t"shouldTrigger": true,\r\n\t\t\t"rationale": "r"\r\n\t\t}\r\n\t]\r\n}\r\n';
const sided = `{
  "should_trigger": ["Pager", "Outage"],
  "should_not_trigger": [
    {"query": "Weather", "reason": "sun"}
  ]
}
`;
const compact = '\uFEFF[{"query":"Pager","should_trigger":true}]';
const escaped = '[{"query": "Caf\\u00e9", "should_trigger": true}]\n';
const files = { grouped, spread, sided, compact, escaped, empty: "[]", hollow: '{\n  "cases": []\n}\n' };

describe("what is not changed", () => {
  it.each(Object.entries(files))("keeps every byte of the %s file", (_, text) => {
    expect(write(text, editsOf(text))).toBe(text);
  });

  it("keeps a case's bytes when the others move, go and come", () => {
    const [pager, outage, weather] = editsOf(grouped);
    if (!pager || !outage || !weather) throw new Error("three cases");
    expect(write(grouped, [weather, outage])).toBe(`[
  {"query": "Weather", "should_trigger": false},
  {"query": "Outage",   "should_trigger": true, "tags": ["x",  "y"]}
]`);
    expect(write(grouped, [outage, { query: "New “one”", expected: sibling }, weather])).toBe(`[
  {"query": "Outage",   "should_trigger": true, "tags": ["x",  "y"]},
  {"query": "New “one”", "should_trigger": false, "expected_skill": "deploy"},

  {"query": "Weather", "should_trigger": false}
]`);
    expect(write(grouped, [])).toBe("[]");
  });
});

describe("what is changed", () => {
  it("replaces a message, an expectation and a note where they stand", () => {
    const [, outage] = editsOf(grouped);
    if (!outage) throw new Error("no case");
    expect(write(grouped, [{ ...outage, query: 'All "down"', expected: not, note: "n" }])).toBe(`[
  {"query": "All \\"down\\"",   "should_trigger": false, "tags": ["x",  "y"], "note": "n"}
]`);
  });

  it("keeps the file's spelling, indentation and line ends in a new case", () => {
    expect(write(spread, [...editsOf(spread), { query: "New", expected: not, note: "why" }])).toBe(
      spread.replace(
        "\r\n\t\t}\r\n\t]",
        '\r\n\t\t},\r\n\t\t{\r\n\t\t\t"prompt": "New",\r\n\t\t\t"shouldTrigger": false,\r\n\t\t\t"rationale": "why"\r\n\t\t}\r\n\t]',
      ),
    );
  });

  it("takes a note away with its comma, and a sibling that is no longer expected", () => {
    const text = '[{"note": "n", "query": "a", "expected_skill": "deploy", "should_trigger": false}]';
    expect(write(text, [{ query: "a", expected: not, note: null }])).toBe(
      '[{"query": "a", "should_trigger": false}]',
    );
    expect(write(text, [{ query: "a", expected: own }])).toBe(
      '[{"note": "n", "query": "a", "expected_skill": "triage", "should_trigger": true}]',
    );
    expect(write(text, [{ query: "a", expected: nothing }])).toBe(
      '[{"note": "n", "query": "a", "expected_skill": null, "should_trigger": false}]',
    );
  });

  it("moves a case between two lists with its fields", () => {
    const edits = editsOf(sided).map((edit) =>
      edit.query === "Weather" ? { ...edit, expected: own } : edit,
    );
    expect(write(sided, edits)).toBe(`{
  "should_trigger": ["Pager", "Outage", {"query": "Weather", "reason": "sun"}],
  "should_not_trigger": []
}
`);
    expect(
      write('{"should_trigger":["a"],"should_not_trigger":[]}', [{ query: "a", expected: sibling }]),
    ).toBe('{"should_trigger":[],"should_not_trigger":[{"query":"a","expected_skill":"deploy"}]}');
    expect(write('{"should_trigger":["a","c"]}', [{ from: 1, query: "b", expected: own }])).toBe(
      '{"should_trigger":["b"]}',
    );
  });

  it("keeps to the file's words for yes and no", () => {
    const text = '[{"type": "should_trigger", "prompt": "a"}]';
    expect(
      write(text, [
        { query: "a", expected: not },
        { query: "b", expected: own },
      ]),
    ).toBe('[{"type": "should_not_trigger", "prompt": "a"}, {"prompt": "b", "type": "should_trigger"}]');
    const loose = '[{"type": "explicit", "prompt": "a", "expected": "no-trigger"}]';
    expect(
      write(loose, [
        { query: "a", expected: own },
        { query: "b", expected: not },
      ]),
    ).toBe(
      '[{"type": "explicit", "prompt": "a", "expected": "trigger"}, {"prompt": "b", "expected": "no-trigger"}]',
    );
    expect(write('[{"query":"a","should_trigger":"true"}]', [{ query: "a", expected: not }])).toBe(
      '[{"query":"a","should_trigger":false}]',
    );
  });

  it.each([
    [
      "both spellings that agree",
      '[{"query":"a","prompt":"a","should_trigger":true,"shouldTrigger":true}]',
      '[{"query":"b","prompt":"b","should_trigger":false,"shouldTrigger":false}]',
    ],
    ["a note that is no text", '[{"query":"b","should_trigger":false,"note":5}]', null],
    [
      "a case that says the same as its list",
      '{"should_trigger":[{"query":"a","should_trigger":true}],"should_not_trigger":[]}',
      '{"should_trigger":[],"should_not_trigger":[{"query":"b","should_trigger":false}]}',
    ],
  ])("leaves nothing that says two things: %s", (_, text, expected) => {
    const edit = { from: 0, query: "b", expected: not };
    const after = write(text, [expected === null ? { ...edit, note: "n" } : edit]);
    expect(after).toBe(expected ?? '[{"query":"b","should_trigger":false,"note":"n"}]');
    expect(casesOf(after)).toMatchObject([{ query: "b", expected: not }]);
  });

  it("stays within ASCII where the file does", () => {
    expect(write(escaped, [...editsOf(escaped), { query: "Zoë 🚀", expected: own }])).toBe(
      '[{"query": "Caf\\u00e9", "should_trigger": true}, {"query": "Zo\\u00eb \\ud83d\\ude80", "should_trigger": true}]\n',
    );
  });

  it("writes the first cases of an empty list, and a file where there is none", () => {
    const first = { query: "a", expected: own };
    expect(write("[]", [first])).toBe('[{"query":"a","should_trigger":true}]');
    expect(write(files.hollow, [first, { query: "b", expected: nothing }])).toBe(`{
  "cases": [
    {
      "query": "a",
      "should_trigger": true
    },
    {
      "query": "b",
      "should_trigger": false,
      "expected_skill": null
    }
  ]
}
`);
    expect(write(null, [{ query: "a", expected: sibling, note: "n" }])).toBe(`[
  {
    "query": "a",
    "should_trigger": false,
    "expected_skill": "deploy",
    "note": "n"
  }
]
`);
  });

  it("finds a case by its message where no place is given, each once", () => {
    const text = '[{"query":"a","should_trigger":true,"x":1},{"query":"a","should_trigger":true,"x":2}]';
    const again = { query: "a", expected: own };
    expect(write(text, [{ query: "a", expected: not }])).toBe('[{"query":"a","should_trigger":false,"x":1}]');
    expect(write(text, [again, again, again])).toBe(
      `${text.slice(0, -1)},{"query":"a","should_trigger":true}]`,
    );
    expect(write(text, [{ from: null, ...again }])).toBe('[{"query":"a","should_trigger":true}]');
  });
});

describe("what is refused", () => {
  it.each([
    ["no JSON", "[", "syntax"],
    ["no list", "{}", "unknown-form"],
    ["a key twice", '[{"query":"a","query":"b","should_trigger":true}]', "duplicate-key"],
    ["a case without expectation", '[{"query":"a"}]', "no-expectation"],
    ["a missing list", '{"should_trigger":["b"]}', "unknown-form"],
    ["an expectation that names skills", '[{"query":"a","should_trigger":["triage"]}]', "unknown-form"],
  ])("leaves a file with %s alone", (_, text, rule) => {
    expect(write(text, [{ query: "a", expected: not }])).toBe(rule);
  });
});

describe("any edit of any file", () => {
  const expected = fc.constantFrom(own, not, sibling, nothing);
  const query = fc.oneof(
    fc.string(),
    fc.string({ unit: "binary" }),
    fc.constantFrom("Pager", "Weather", "=1", ""),
  );
  const edit = fc.record({ from: fc.constantFrom(undefined, null, 0, 1, 2, 9), query, expected });

  it("is read back as it was meant", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(files)),
        fc.array(edit, { maxLength: 6 }),
        (text, wanted) => {
          const meant = wanted.map(({ from, ...rest }) => (from === undefined ? rest : { from, ...rest }));
          const after = casesOf(write(text, meant)).map((one) => ({
            query: one.query,
            expected: one.expected,
          }));
          const plain = wanted.map((one) => ({ query: one.query, expected: one.expected }));
          const fires = (one: { expected: Expected }) => one.expected === own;
          const inLists = [...plain.filter(fires), ...plain.filter((one) => !fires(one))];
          expect(after).toEqual(text === sided ? inLists : plain);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("changes nothing of files in any layout when nothing is edited", () => {
    const one = fc.record({ query: fc.string(), should_trigger: fc.boolean(), more: fc.jsonValue() });
    const indent = fc.constantFrom(undefined, 1, 4, "\t");
    fc.assert(
      fc.property(fc.array(one), indent, fc.boolean(), (cases, space, windows) => {
        const lf = JSON.stringify({ before: 1, queries: cases, after: [] }, null, space);
        const text = windows ? `${lf.replaceAll("\n", "\r\n")}\r\n` : lf;
        expect(write(text, editsOf(text))).toBe(text);
      }),
    );
  });
});
