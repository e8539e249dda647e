import { describe, expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aStoredSkill } from "@/lib/testing/sessions/rehearsals";
import { readToldCatalogue } from "./read-told-catalogue";

const { db } = testDatabase();
const skill = {
  name: "release-notes",
  description: "Writes release notes. Use before a release.",
  body: "x\n",
};
const told = (name: string, description = skill.description) => ({ name, description, directory: null });

async function read(...skills: ReturnType<typeof told>[]) {
  const ines = await aContext(db);
  const skillId = await aStoredSkill(ines, skill);
  const found = await readToldCatalogue(ines, { place: "system-prompt", text: "", skills });
  return { skillId, ...found };
}

describe("a list of skills that a host tells", () => {
  it("is told by whose they are, a plugin's name and the case aside", async () => {
    const { place, ours, others } = await read(
      told("ours:Release-Notes"),
      told("imagegen"),
      told("odd\u0000"),
    );
    expect([place, ours, others]).toEqual([
      "system-prompt",
      ["ours:Release-Notes"],
      ["imagegen", "odd\u0000"],
    ]);
  });

  it.each([
    ["whole", skill.description],
    ["whole, with words of the host's behind it", `${skill.description} (user)`],
    ["whole, with other blanks", "Writes  release notes.\nUse before a release."],
    ["another one, and not a shorter one", "Draws pictures."],
  ])("is not shortened where a description is %s", async (_, description) => {
    expect((await read(told(skill.name, description))).shortened).toEqual([]);
  });

  it.each([
    ["cut", "Writes release notes.", 21],
    ["cut with dots", "Writes rel...", 13],
    ["cut with a sign for them", "Writes rel…", 11],
    ["left out", "", 0],
  ])("is shortened where a description is %s", async (_, description, keptCharacters) => {
    const { shortened, skillId } = await read(told(skill.name, description));
    expect(shortened).toEqual([{ skillId, name: skill.name, keptCharacters }]);
  });
});
