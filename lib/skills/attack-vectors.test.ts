import { describe, expect, test } from "vitest";
import { parseSkill } from "./parse-skill";
import { skillSlug } from "./skill-slug";
import { applyEdits } from "./text-position";
import { validatePackage } from "./validate-package";

const skill = (frontmatter: string, body = "Body\n"): string => `---\n${frontmatter}\n---\n${body}`;

const lenient = (text: string, folderName = "my-skill") => parseSkill(text, { mode: "lenient", folderName });
const strict = (text: string, folderName = "my-skill") => parseSkill(text, { mode: "strict", folderName });

const rulesOf = (parsed: { issues: { rule: string }[] }): string[] =>
  parsed.issues.map((issue) => issue.rule);

const isPolluted = (): boolean => "polluted" in {} || "x" in {};

describe("frontmatter attacks", () => {
  test.each(["js", "javascript", " js"])(
    "A01: frontmatter marked ---%s is refused and never run",
    (language) => {
      const text = `---${language}\n{name:"x",description:(globalThis.PWN=1,"d")}\n---\nBody`;
      for (const parsed of [lenient(text), strict(text)]) {
        expect(parsed.loads).toBe(false);
        expect(rulesOf(parsed)).toEqual(["frontmatter-fence"]);
      }
      expect(globalThis).not.toHaveProperty("PWN");
    },
  );

  test.each(["---json", "---toml", "---coffee", "----", "--- # x", "---name: x"])(
    "A02: the opening line %s is refused",
    (fence) => {
      const parsed = lenient(`${fence}\nname: x\ndescription: d\n---\n`);
      expect(parsed.loads).toBe(false);
      expect(parsed.issues[0]).toMatchObject({
        rule: "frontmatter-fence",
        range: { startLine: 1, startColumn: 1 },
      });
    },
  );

  test("a billion laughs is refused without expanding it", () => {
    const levels = Array.from({ length: 10 }, (_, level) =>
      level === 0
        ? "a0: &a0 lol"
        : `a${level}: &a${level} [${Array(9)
            .fill(`*a${level - 1}`)
            .join(", ")}]`,
    );
    const text = skill(["name: x", "description: d", ...levels].join("\n"));
    for (const parsed of [lenient(text), strict(text)]) {
      expect(parsed.loads).toBe(false);
      expect(rulesOf(parsed)).toEqual(["yaml-alias"]);
      expect(parsed.frontmatter.size).toBe(0);
    }
  });

  test("an anchor with its alias is refused", () => {
    const text = skill("name: my-skill\ndescription: d\na: &x 1\nb: *x");
    expect(strict(text).loads).toBe(false);
    expect(lenient(text).loads).toBe(false);
    expect(strict(text).issues[0]?.message).toContain("Invalid YAML in frontmatter");
  });

  test("__proto__ is an ordinary key and reaches no prototype", () => {
    const parsed = lenient(skill("name: my-skill\ndescription: d\n__proto__:\n  polluted: yes"));
    expect(isPolluted()).toBe(false);
    expect(parsed.frontmatter.get("__proto__")).toEqual(new Map([["polluted", "yes"]]));
    expect(rulesOf(parsed)).toContain("unknown-field");
    const metadata = lenient(
      skill("name: my-skill\ndescription: d\nmetadata:\n  __proto__: polluted"),
    ).metadata;
    expect(Object.getPrototypeOf(metadata)).toBeNull();
    expect(isPolluted()).toBe(false);
  });

  test("constructor, toString and hasOwnProperty are ordinary keys", () => {
    const text = skill(
      "name: my-skill\ndescription: d\nconstructor: {prototype: {x: 1}}\ntoString: 1\nhasOwnProperty: 1",
    );
    const parsed = lenient(text);
    expect(parsed.loads).toBe(true);
    expect([...parsed.frontmatter.keys()]).toEqual([
      "name",
      "description",
      "constructor",
      "toString",
      "hasOwnProperty",
    ]);
    expect(isPolluted()).toBe(false);
    expect(strict(text).loads).toBe(false);
  });

  test("a key that stands twice is refused at its second place", () => {
    const parsed = lenient(skill("name: my-skill\nname: other\ndescription: d"));
    expect(parsed.loads).toBe(false);
    expect(parsed.issues).toMatchObject([
      { rule: "yaml-duplicate-key", range: { startLine: 3, startColumn: 1, endLine: 3, endColumn: 5 } },
    ]);
  });

  test("a second document inside is not read; the body is kept as it is", () => {
    const parsed = lenient("---\nname: my-skill\ndescription: d\n---\nname: evil\n---\nBody\n");
    expect(parsed.name).toBe("my-skill");
    expect(parsed.body).toBe("name: evil\n---\nBody\n");
    expect(lenient(skill("name: a\n...\nname: b")).loads).toBe(false);
  });

  test("frontmatter and files over the limit are refused before they are parsed", () => {
    const big = lenient(skill(`name: x\ndescription: ${"d".repeat(5_000_000)}`));
    expect(rulesOf(big)).toEqual(["skill-file-too-large"]);
    const wide = lenient(skill(`name: x\ndescription: ${"d".repeat(100_000)}`));
    expect(rulesOf(wide)).toEqual(["frontmatter-too-large"]);
    expect(wide.loads).toBe(false);
  });

  test.each(["123", "yes", "2026-01-01", "0123", "1.0", "null", "~"])(
    "A14: the value %s stays text",
    (value) => {
      const parsed = lenient(
        skill(`name: ${value}\ndescription: d\nversion: ${value}\nmetadata:\n  version: ${value}`),
        value,
      );
      expect(parsed.name).toBe(value);
      expect(parsed.frontmatter.get("version")).toBe(value);
      expect(parsed.metadata.version).toBe(value);
    },
  );

  test("an unquoted colon is an error when strict, a repair with its fix when lenient", () => {
    const text = skill("name: my-skill\ndescription: Use when: x");
    expect(strict(text).issues).toMatchObject([{ rule: "yaml-unquoted-value", severity: "error" }]);
    const parsed = lenient(text);
    expect(parsed.description).toBe("Use when: x");
    expect(parsed.loads).toBe(true);
    expect(parsed.issues).toMatchObject([
      {
        rule: "yaml-unquoted-value",
        severity: "warning",
        range: { startLine: 3, startColumn: 14, endLine: 3, endColumn: 25 },
        fix: { edits: [{ text: '"Use when: x"' }] },
      },
    ]);
  });

  test("BOM, CR LF, CR and blanks after the fence are read", () => {
    const lines = ["---  ", "name: my-skill", "description: d", "---\t", "Body"];
    for (const lineBreak of ["\n", "\r\n", "\r"]) {
      const parsed = lenient(`\uFEFF${lines.join(lineBreak)}`);
      expect(parsed).toMatchObject({
        name: "my-skill",
        description: "d",
        body: "Body",
        bodyStartLine: 5,
        loads: true,
      });
      expect(rulesOf(parsed)).toContain("byte-order-mark");
      expect(rulesOf(parsed).includes("line-endings")).toBe(lineBreak !== "\n");
      expect(strict(lines.join(lineBreak)).loads).toBe(true);
    }
    expect(strict(`\uFEFF${lines.join("\n")}`).loads).toBe(false);
  });

  test("a megabyte of dashes takes one pass", () => {
    const dashes = "-\n".repeat(500_000);
    expect(lenient(`---\n${dashes}`).issues[0]?.rule).toBe("frontmatter-unclosed");
    expect(lenient(`---\n${"-\n".repeat(20_000)}---\n`).loads).toBe(false);
    expect(lenient(dashes).loads).toBe(true);
  });
});

describe("unicode attacks", () => {
  test.each(["\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u{e0041}"])(
    "A22: an invisible character in the name is refused (%j)",
    (character) => {
      const parsed = lenient(skill(`name: my${character}skill\ndescription: d`));
      expect(rulesOf(parsed)).toContain("name-invisible");
      expect(parsed.loads).toBe(false);
      expect(strict(skill(`name: my${character}skill\ndescription: d`)).loads).toBe(false);
    },
  );

  test("a look-alike name is another name, warned of, with another slug", () => {
    const parsed = lenient(skill("name: p\u0430ypal\ndescription: d"), "paypal");
    expect(rulesOf(parsed)).toEqual(expect.arrayContaining(["name-mixed-script", "name-mismatch"]));
    expect(parsed.name).not.toBe("paypal");
    expect(parsed.slug).not.toBe(skillSlug("paypal"));
    expect(parsed.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  test("two forms of one path collide in a package", () => {
    const files = ["SKILL.md", "cafe\u0301.md", "caf\u00e9.md"].map((path) => ({
      path,
      size: 1,
      text: skill("name: x"),
    }));
    const { issues } = validatePackage({ folderName: "x", files });
    expect(issues.filter((issue) => issue.rule === "path-collision")).toHaveLength(1);
  });

  test("a description is counted in characters, and its UTF-16 length noted", () => {
    const emoji = (count: number) => skill(`name: my-skill\ndescription: When ${"\u{1f680}".repeat(count)}`);
    expect(strict(emoji(256)).issues).toEqual([]);
    expect(strict(emoji(1019)).loads).toBe(true);
    expect(rulesOf(strict(emoji(1019)))).toEqual(["description-too-long-utf16"]);
    expect(strict(emoji(1020)).loads).toBe(false);
  });

  const hiding = [
    ["a right-to-left override", "\u202e"],
    ["an isolate", "\u2066"],
    ["a mark of direction", "\u200e"],
    ["a zero-width space", "\u200b"],
    ["a soft hyphen", "\u00ad"],
    ["a Hangul filler", "\u3164"],
    ["tags", "\u{e0069}\u{e0067}"],
    ["a run of variation selectors", "\ufe00\ufe01\ufe02"],
  ] as const;

  test.each(hiding)(
    "A20, A21: %s in the description is an error where it stands, with a fix",
    (_name, run) => {
      const parsed = lenient(skill(`name: my-skill\ndescription: Use when${run} needed`));
      expect(parsed.loads).toBe(false);
      expect(parsed.issues).toMatchObject([
        {
          rule: "description-invisible",
          severity: "error",
          range: { startLine: 3, startColumn: 22, endLine: 3, endColumn: 22 + run.length },
          fix: { edits: [{ range: { startLine: 3, startColumn: 22 }, text: "" }] },
        },
      ]);
    },
  );

  test.each(hiding)(
    "%s in when_to_use is an error too: hosts tell it after the description",
    (_name, run) => {
      const parsed = lenient(skill(`name: my-skill\ndescription: Use when needed\nwhen_to_use: a${run}b`));
      expect(parsed.issues.filter(({ severity }) => severity === "error")).toMatchObject([
        { rule: "description-invisible", range: { startLine: 4, startColumn: 15 } },
      ]);
    },
  );

  test("what a quoted value escapes is found as well, and the fix writes the value anew", () => {
    const parsed = lenient(
      skill('name: my-skill\ndescription: "Use when \\x1b]8;;http://evil\\x07 here\\u202e"'),
    );
    expect(parsed.issues).toMatchObject([
      {
        rule: "description-invisible",
        message: "The description has characters that nobody sees (hidden: escape, U+001B and 2 more).",
        fix: { edits: [{ text: "Use when ]8;;http://evil here" }] },
      },
    ]);
    expect(lenient(skill('name: "a\\u202eb"\ndescription: d')).loads).toBe(false);
  });

  test("the fix leaves a document without such characters, in blocks and over CR LF too", () => {
    for (const description of ["|\n  One\u202e line\n  and\u200b another", "Folded\u202e\n  on\u2066 two"]) {
      for (const lineBreak of ["\n", "\r\n", "\r"]) {
        const text = skill(`name: my\u200b-skill\ndescription: ${description}`).replaceAll("\n", lineBreak);
        const mended = lenient(text).issues.reduce(
          (done, issue) => (/-invisible$/.test(issue.rule) ? applyEdits(done, issue.fix?.edits ?? []) : done),
          text,
        );
        expect(rulesOf(lenient(mended)).filter((rule) => /-invisible$/.test(rule))).toEqual([]);
        expect(mended).toBe(text.replace(/[\u200b\u202e\u2066]/g, ""));
      }
    }
  });

  test.each([
    "Reads \u2764\ufe0f and 1\ufe0f\u20e3",
    "\u{1f468}\u200d\u{1f469}",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "\u05e9\u05dc\u200f (C++)",
  ])("emoji and scripts that need them are no error: %j", (description) => {
    expect(rulesOf(lenient(skill(`name: my-skill\ndescription: Use when ${description}`)))).toEqual([]);
  });

  test("a paragraph that stands in for a description brings nothing hidden along", () => {
    const parsed = lenient("---\nname: my-skill\n---\nReads\u202e files\u{e0069}.\n");
    expect(parsed.description).toBe("Reads files.");
    expect(lenient("---\nname: my-skill\n---\n\u202e\n").description).toBe("my-skill");
  });
});
