import { describe, expect, test } from "vitest";
import { parseSkill } from "./parse-skill";
import { skillSlug } from "./skill-slug";
import { validatePackage } from "./validate-package";

const skill = (frontmatter: string): string => `---\n${frontmatter}\n---\nBody\n`;
const good = "name: my-skill\ndescription: Use when needed";
const lenient = (text: string) => parseSkill(text, { mode: "lenient", folderName: "my-skill" });
const strict = (text: string) => parseSkill(text, { mode: "strict", folderName: "my-skill" });
const errorsOf = (text: string): string[] =>
  lenient(text).issues.flatMap((issue) => (issue.severity === "error" ? [issue.rule] : []));

describe("frontmatter that is no YAML, or more than YAML", () => {
  test.each([
    ["TOML between plus signs", '+++\nname = "x"\n+++\nBody', "frontmatter-fence"],
    ["JSON between semicolons", ';;;\n{"name": "x"}\n;;;\nBody', "frontmatter-fence"],
    ["a function of js-yaml", skill(`${good}\nx: !!js/function 'function () {}'`), "yaml-tag"],
    ["a regular expression of js-yaml", skill(`${good}\nx: !!js/regexp /a/`), "yaml-tag"],
    ["an undefined of js-yaml", skill(`${good}\nx: !!js/undefined ''`), "yaml-tag"],
    ["an object of Python", skill(`${good}\nx: !!python/object/apply:os.system ['id']`), "yaml-tag"],
    ["an object of Ruby", skill(`${good}\nx: !ruby/object:Gem::Installer\n  i: x`), "yaml-tag"],
    ["a tag by its address", skill(`${good}\nx: !<tag:yaml.org,2002:js/function> y`), "yaml-tag"],
    ["a tag on a key", skill(`${good}\n!!str x: y`), "yaml-tag"],
    ["a binary", skill(`${good}\nx: !!binary aGk=`), "yaml-tag"],
    ["a directive", skill(`%TAG ! tag:x,2000:\n${good}`), "yaml-invalid"],
    ["a merge key with an anchor", skill(`base: &b\n  name: evil\n<<: *b\n${good}`), "yaml-alias"],
    ["an alias of itself", skill(`${good}\nx: &x [*x]`), "yaml-alias"],
    ["an alias for a key", skill(`${good}\n*x : y`), "yaml-alias"],
    ["a map for a key", skill(`${good}\n? {a: b}\n: c`), "yaml-invalid"],
    ["10,000 brackets", skill(`${good}\nx: ${"[".repeat(10_000)}`), "yaml-too-deep"],
    ["10,000 braces", skill(`${good}\nx: ${"{a: ".repeat(10_000)}`), "yaml-too-deep"],
    ["200 levels of indentation", skill(levels(200)), "yaml-too-deep"],
    ["10,000 dashes in a line", skill(`${good}\nx:\n${"- ".repeat(10_000)}`), "yaml-too-many-values"],
    ["10,000 keys", skill(`${good}\n${numbered(5000, (index) => `k${index}: v`)}`), "yaml-too-many-values"],
    ["10,000 anchors", skill(`${good}\n${numbered(5000, (i) => `k${i}: &a v`)}`), "yaml-too-many-values"],
    ["a NUL", skill("name: my\u0000skill\ndescription: d"), "yaml-control-character"],
    ["an escape sequence", skill("name: x\ndescription: \u001b[2Jd"), "yaml-control-character"],
    ["a list for the whole", skill("- name: x"), "yaml-not-mapping"],
    ["a text for the whole", skill("just text"), "yaml-not-mapping"],
    ["nothing at all", "---\n---\nBody", "yaml-not-mapping"],
    ["a colon without a key", skill(`${good}\n: x`), "yaml-invalid"],
  ])("%s is refused by its rule", (_what, text, rule) => {
    expect(errorsOf(text)).toEqual([rule]);
    expect(lenient(text).frontmatter.size).toBe(0);
    expect(strict(text).loads).toBe(false);
    expect("polluted" in {}).toBe(false);
  });

  test("a merge key without an anchor is an ordinary key: nothing is merged", () => {
    const parsed = lenient(skill(`${good}\n<<:\n  name: evil\n  polluted: yes`));
    expect(parsed).toMatchObject({ name: "my-skill", loads: true });
    expect(parsed.frontmatter.get("<<")).toEqual(
      new Map([
        ["name", "evil"],
        ["polluted", "yes"],
      ]),
    );
    expect("polluted" in {}).toBe(false);
  });

  test("escapes that spell a NUL or another character are text, and nothing else", () => {
    const parsed = lenient(skill('name: my-skill\ndescription: "Use when \\x00 \\u202e"'));
    expect(parsed.description).toBe("Use when \u0000 \u202e");
  });

  test("bytes that are no UTF-8 leave a SKILL.md unread", () => {
    const files = [{ path: "SKILL.md", size: 40 }];
    const { skill: parsed, issues } = validatePackage({ folderName: "my-skill", files });
    expect(parsed.loads).toBe(false);
    expect(issues.map((issue) => issue.rule)).toEqual(["skill-file-encoding"]);
    const huge = [{ path: "SKILL.md", size: 200_000_000 }];
    expect(validatePackage({ folderName: "my-skill", files: huge }).issues[0]?.rule).toBe(
      "skill-file-too-large",
    );
  });
});

function levels(count: number): string {
  return Array.from({ length: count }, (_, index) => `${" ".repeat(index)}a:`).join("\n");
}

function numbered(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join("\n");
}

describe("names that pass for others", () => {
  test.each([
    ["a soft hyphen", "my\u00adskill"],
    ["a zero-width joiner between emoji", "\u{1f469}\u200d\u{1f4bb}"],
    ["a keycap", "1\ufe0f\u20e3"],
    ["a variation selector", "my\ufe0e-skill"],
    ["a right-to-left override", "\u202eskill"],
    ["an isolate", "\u2067skill\u2069"],
    ["a filler", "my\u3164skill"],
    ["a grapheme joiner", "my\u034fskill"],
    ["a vowel separator", "my\u180eskill"],
    ["a tag", "skill\u{e0061}"],
  ])("%s in a name is refused", (_what, name) => {
    expect(errorsOf(skill(`name: "${name}"\ndescription: d`))).toEqual(["name-invisible"]);
    expect(strict(skill(`name: "${name}"\ndescription: d`)).loads).toBe(false);
  });

  test.each([
    ["a non-breaking hyphen", "my\u2011skill"],
    ["a hyphen of its own", "my\u2010skill"],
    ["a minus", "my\u2212skill"],
    ["an en dash", "my\u2013skill"],
    ["a katakana middle dot", "my\u30fbskill"],
    ["a fraction slash", "my\u2044skill"],
    ["another alphabet", "\u043cy-skill"],
  ])("%s makes another name, with another slug", (_what, name) => {
    const parsed = lenient(skill(`name: "${name}"\ndescription: d`));
    expect(parsed.issues.map((issue) => issue.rule)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^name-(?:characters|mixed-script)$/), "name-mismatch"]),
    );
    expect(parsed.slug).not.toBe("my-skill");
    expect(parsed.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  test("fullwidth letters are the letters they look like", () => {
    expect(strict(skill("name: \uff4dy-skill\ndescription: d")).loads).toBe(true);
    expect(skillSlug("\uff4dy-skill")).toBe("my-skill");
  });

  test("a slug holds the two cases of a name for one name, and look-alikes for two", () => {
    expect(skillSlug("\u041e\u0422\u0427\u0401\u0422")).toBe(skillSlug("\u043e\u0442\u0447\u0451\u0442"));
    expect(skillSlug("\u0441afe")).not.toBe(skillSlug("cafe"));
  });

  test.each(["../../etc/passwd", "a/b", "C:\\x", "/abs", "con", "NUL", "com1", "-rf"])(
    "the name %s gives a slug that is safe as a folder",
    (name) => {
      expect(lenient(skill(`name: ${JSON.stringify(name)}\ndescription: d`)).slug).toMatch(
        /^(?!(?:con|nul|com1)$)[a-z0-9]+(-[a-z0-9]+)*$/,
      );
    },
  );
});
