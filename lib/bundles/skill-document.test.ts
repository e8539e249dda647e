import fc from "fast-check";
import { expect, test } from "vitest";
import type { FrontmatterValue } from "@/lib/skills/parse-skill";
import { joinDocument, splitDocument } from "./skill-document";

test("a document comes apart and together with the same values", () => {
  const text =
    '---\nname: x\nversion: "1.0"\ndate: 2020-01-01\nocto: 012\nlist:\n  - a: b\n  - yes\n---\n\nBody\n---\nmore\n';
  const document = splitDocument(text);
  expect(document?.content).toBe("\nBody\n---\nmore\n");
  const joined = joinDocument(document ?? { fields: new Map(), content: "" });
  expect(splitDocument(joined)).toEqual(document);
  expect(joined).toContain('date: "2020-01-01"');
});

test.each([
  "---js\n{name: (globalThis.PWN = 1)}\n---\n",
  "---json\n{}\n---\n",
  "---\nname: [a\n---\n",
  "# text",
])("%j does not come apart, and nothing of it runs", (text) => {
  expect(splitDocument(text)).toBeNull();
  expect(globalThis).not.toHaveProperty("PWN");
});

test("__proto__ stays a key", () => {
  const document = splitDocument("---\nname: x\n__proto__:\n  polluted: yes\n---\n");
  expect(joinDocument(document ?? { fields: new Map(), content: "" })).toContain("__proto__:\n  polluted:");
  expect({}).not.toHaveProperty("polluted");
});

test("three dashes in a value do not end the frontmatter for anyone", () => {
  const fields = new Map([["description", "before --- after ------ ----"]]);
  const joined = joinDocument({ fields, content: "Body" });
  expect(joined.split("---")).toHaveLength(3);
  expect(splitDocument(joined)?.fields).toEqual(fields);
});

test("whatever the fields and the content say, they are read back as they were written", () => {
  const text = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.string({ unit: "binary", maxLength: 20 }).filter((value) => value.isWellFormed()),
    fc.constantFrom(
      "---",
      "a --- b",
      "- a",
      "a: b",
      "|",
      "no",
      "1.0",
      "~",
      "\u0085",
      "x\ny\n",
      "#",
      "&a",
      "!t",
      "{}",
    ),
  );
  const { value } = fc.letrec<{ value: FrontmatterValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      text,
      fc.array(tie("value"), { minLength: 1, maxLength: 3 }),
      fc
        .dictionary(text, tie("value"), { minKeys: 1, maxKeys: 3 })
        .map((entries) => new Map(Object.entries(entries))),
    ),
  }));
  const fields = fc
    .array(fc.tuple(text, value), { maxLength: 4 })
    .map((entries) => new Map<string, FrontmatterValue>([["name", "x"], ...entries, ["description", "d"]]));
  fc.assert(
    fc.property(fields, fc.string({ unit: "binary", maxLength: 40 }), (written, content) => {
      const document = splitDocument(joinDocument({ fields: written, content }));
      expect(document).toEqual({ fields: written, content });
    }),
    { numRuns: 60, seed: 11, endOnFailure: true },
  );
});
