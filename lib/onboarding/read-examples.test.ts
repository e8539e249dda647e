import { describe, expect, it } from "vitest";
import { validatePackage } from "@/lib/skills/validate-package";
import { exampleSkills, readExample } from "./read-examples";

async function validate(name: (typeof exampleSkills)[number]) {
  const files = (await readExample(name)).map(({ path, bytes }) => ({
    path,
    size: bytes.length,
    text: new TextDecoder().decode(bytes),
  }));
  return validatePackage({ folderName: name, files });
}

describe("the example skills", () => {
  it.each(exampleSkills)("%s gives its readers neither errors nor warnings", async (name) => {
    const { skill, issues } = await validate(name);
    expect(issues.filter(({ severity }) => severity !== "info")).toEqual([]);
    expect(skill).toMatchObject({ name, loads: true });
  });

  it("show references, a script and tools", async () => {
    const paths = (await Promise.all(exampleSkills.map(readExample))).flat().map((file) => file.path);
    expect(paths).toContain("references/tone.md");
    expect(paths).toContain("scripts/check_changelog.py");
    const { skill } = await validate("next-version");
    expect(skill.tools.map((tool) => tool.name)).toEqual(["latest_tag", "merged_changes"]);
  });
});
