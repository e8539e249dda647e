import { describe, expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aSkill } from "@/lib/testing/skills";
import { createAgent } from "./commands/create-agent";
import { setAssignments } from "./commands/set-assignments";
import { getCatalogue } from "./get-catalogue";

const { db } = testDatabase();

describe("getCatalogue", () => {
  it("is empty without skills: then there is nothing to announce", async () => {
    const context = await aContext(db);
    await createAgent(context, { name: "Bare" });
    expect(await getCatalogue(context, { agent: "bare" })).toMatchObject({ text: "", tokens: 0, skills: [] });
  });

  it("tells the skills that are on, in order of priority, escaped, and why others are missing", async () => {
    const context = await aContext(db);
    await createAgent(context, { name: "Desk" });
    await aSkill(context, { name: "second", versions: 1, description: "Reads <logs> & more." });
    await aSkill(context, { name: "first", versions: 2 });
    await aSkill(context, { name: "off", versions: 1 });
    await aSkill(context, { name: "unpublished" });
    await setAssignments(context, {
      agent: "desk",
      baseRevision: 1,
      items: [
        { skill: "first" },
        { skill: "second" },
        { skill: "off", enabled: false },
        { skill: "unpublished" },
      ],
    });
    const catalogue = await getCatalogue(context, { agent: "desk" });
    expect(catalogue.text.match(/<name>(.*)<\/name>/g)).toEqual([
      "<name>first</name>",
      "<name>second</name>",
    ]);
    expect(catalogue.text).toContain("Reads &lt;logs&gt; &amp; more.");
    expect(catalogue.characters).toBe(catalogue.text.length);
    expect(catalogue.skills).toMatchObject([
      { skill: "first", version: 2, omitted: false, reason: null },
      { skill: "second", version: 1, omitted: false },
      { skill: "unpublished", version: null, omitted: true, tokens: 0 },
    ]);
    expect(catalogue.skills[2]?.reason).toContain("Not published yet");
  });

  it("simulates another budget: the last is cut first, and every cut is named", async () => {
    const context = await aContext(db);
    await createAgent(context, { name: "Desk" });
    const description = "A long description of what this skill does and when to use it. ".repeat(6);
    await aSkill(context, { name: "first", versions: 1, description });
    await aSkill(context, { name: "last", versions: 1, description });
    const items = [{ skill: "first" }, { skill: "last" }];
    await setAssignments(context, { agent: "desk", baseRevision: 1, items });
    const whole = await getCatalogue(context, { agent: "desk" });
    const tight = await getCatalogue(context, { agent: "desk", budget: whole.characters - 100 });
    expect(tight.characters).toBeLessThanOrEqual(whole.characters - 100);
    expect(tight.skills).toMatchObject([{ truncated: false }, { truncated: true }]);
    const none = await getCatalogue(context, { agent: "desk", budget: 10 });
    expect(none.skills).toMatchObject([{ omitted: true }, { omitted: true }]);
  });
});
