import { describe, expect, test } from "vitest";
import { parseSkill } from "@/lib/skills/parse-skill";
import { joinDocument, portableDocument, splitDocument } from "./skill-document";

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

describe("portableDocument", () => {
  test("what strict hosts refuse moves under metadata", () => {
    const text =
      "---\nname: my-skill\ndescription: Use: when asked\nallowed-tools: [Read, Bash]\nmodel: x\nhooks: {a: [b]}\nmetadata:\n  version: 1.0\n---\nBody\n";
    const portable = portableDocument(text, "my-skill");
    expect(portable?.moved).toEqual(["model", "hooks"]);
    const strict = parseSkill(portable?.text ?? "", { mode: "strict", folderName: "my-skill" });
    expect(strict).toMatchObject({
      name: "my-skill",
      description: "Use: when asked",
      allowedTools: ["Read", "Bash"],
      loads: true,
    });
    expect({ ...strict.metadata }).toEqual({ version: "1.0", model: "x", hooks: '{"a":["b"]}' });
    expect(strict.body).toBe("Body\n");
  });

  test("what does not load has no portable form", () => {
    expect(portableDocument("---\nname: a\nname: b\n---\n", "a")).toBeNull();
  });
});
