import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { setFrontmatterField } from "./edit-frontmatter";
import { checkPackagePath } from "./package-path";
import { parseSkill } from "./parse-skill";
import { skillSlug } from "./skill-slug";
import { applyEdits } from "./text-position";
import { validatePackage } from "./validate-package";

const anyText = fc.string({ unit: "binary", maxLength: 60 });
const runs = { numRuns: 400, seed: 3 };

const pieces = fc.constantFrom(
  "---\n",
  "name: x\n",
  "description: d: e\n",
  "metadata:\n",
  "  a: 1\n",
  "- ",
  "[",
  "]",
  "{",
  "}",
  '"',
  "'",
  "&a",
  "*a",
  "!t",
  "|\n",
  ">-\n",
  ": ",
  "#",
  "\t",
  "\r\n",
  "\r",
  "\0",
  "\ufeff",
  "__proto__: 1\n",
  "tools:\n",
  "  - name: a\n",
  "[l](p/q.md)",
  "text\n",
);
const almostSkill = fc.array(pieces, { maxLength: 25 }).map((parts) => `---\n${parts.join("")}\n---\nBody`);

describe("whatever the text", () => {
  test("reading answers and touches no prototype", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, almostSkill), (text) => {
        const parsed = parseSkill(text, { mode: "lenient", folderName: "f" });
        expect(text.endsWith(parsed.body)).toBe(true);
        expect(Object.keys(Object.prototype)).toEqual([]);
        if (parseSkill(text, { mode: "strict", folderName: "f" }).loads)
          expect(parsed.frontmatter.size).toBeGreaterThan(0);
      }),
      runs,
    );
  });

  test("every fix can be applied, and its issue is gone or the text still reads", () => {
    fc.assert(
      fc.property(almostSkill, (text) => {
        const { issues } = validatePackage({
          folderName: "f",
          files: [{ path: "SKILL.md", size: text.length, text }],
        });
        for (const { fix } of issues) if (fix) expect(applyEdits(text, fix.edits)).not.toBe(text);
      }),
      runs,
    );
  });

  test("a field that is written is read back as it was, and the body stays", () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom("name", "license", "new-field"), (value, key) => {
        const before = "---\nname: x\ndescription: |\n  d\nlicense:\n- a\n---\nBody";
        const parsed = parseSkill(setFrontmatterField(before, key, value), { mode: "lenient" });
        expect(parsed.frontmatter.get(key)).toBe(value);
        expect(parsed.body).toBe("Body");
      }),
      runs,
    );
  });

  test("an edited field changes the bytes of its value and no others", () => {
    const line = fc.constantFrom(
      "a: 1",
      "b:   'two'  # why",
      "c: [x,  y]",
      "# note",
      "d: |\n  block\n  text",
      "e:\n- f",
      "",
    );
    const key = fc.constantFrom("name", "license", "version");
    const old = fc.constantFrom(
      "x",
      '"quoted"',
      "'single'  # kept",
      "|\n  block",
      ">-\n  folded\n  text",
      "[flow]",
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(line, { maxLength: 5 }),
        fc.uniqueArray(line, { maxLength: 5 }),
        key,
        old,
        anyText,
        fc.constantFrom("\n", "\r\n"),
        (above, below, name, value, next, lineBreak) => {
          const rest = below.filter((other) => !above.includes(other));
          const head = ["---", ...above, ""].join("\n").replaceAll("\n", lineBreak);
          const field = `${name}: ${value}`.replaceAll("\n", lineBreak);
          const tail = ["", ...rest, "---", "Body  ", ""].join("\n").replaceAll("\n", lineBreak);
          const edited = setFrontmatterField(head + field + tail, name, next);
          const comment = value.includes("#") ? "  # kept" : "";
          expect(edited.startsWith(`${head}${name}: `)).toBe(true);
          expect(edited.endsWith(comment + tail)).toBe(true);
          expect(parseSkill(edited, { mode: "lenient" }).frontmatter.get(name)).toBe(next);
        },
      ),
      runs,
    );
  });

  test("a slug is ASCII kebab case, and differs when the name's letters do", () => {
    fc.assert(
      fc.property(anyText, (name) => {
        expect(skillSlug(name)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(skillSlug(name).length).toBeLessThanOrEqual(64);
      }),
      runs,
    );
    expect(skillSlug("навык")).not.toBe(skillSlug("名前"));
    expect(skillSlug("Café Münster")).toBe("cafe-munster");
  });

  test("a path that is accepted stays inside and is stable", () => {
    const segment = fc.oneof(anyText, fc.constantFrom("..", ".", "", "a", "~", "C:", "con", ".git", "\\"));
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 5 }), (segments) => {
        const checked = checkPackagePath(segments.join("/"));
        if (!checked.ok) return;
        expect(checked.value.split("/")).not.toContain("..");
        expect(checked.value).toMatch(/^[^/~\\]/);
        expect(checkPackagePath(checked.value)).toEqual(checked);
      }),
      runs,
    );
  });
});
