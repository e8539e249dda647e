import { describe, expect, it } from "vitest";
import { modesOf } from "@/lib/dialects/dialect-heads";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aStoredSkill } from "@/lib/testing/sessions/rehearsals";
import { aSkill } from "@/lib/testing/skills";
import { agentDialects } from "./agent-options";
import { createAgent } from "./commands/create-agent";
import { setAssignments } from "./commands/set-assignments";
import { exportAgent } from "./export-agent";
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
    expect(tight.skills).toMatchObject([
      { truncated: false, overBudget: false, keptCharacters: null },
      { truncated: true, overBudget: true, keptCharacters: expect.any(Number) },
    ]);
    expect(tight.skills[1]?.keptCharacters).toBeLessThan(description.length);
    expect([whole.cutFrom, tight.cutFrom]).toEqual([null, "last"]);
    const searched = await getCatalogue(context, { agent: "desk", budget: 10, mode: "search" });
    expect(searched).toMatchObject({ cutFrom: null, skills: [{ overBudget: false }, { overBudget: false }] });
    const none = await getCatalogue(context, { agent: "desk", budget: 10 });
    expect(none.skills).toMatchObject([{ omitted: true }, { omitted: true }]);
    expect(none).toMatchObject({ cutFrom: "first", skills: [{ overBudget: true }, { overBudget: true }] });
  });

  it("presents the same skills as every host does, in each of its modes", async () => {
    const context = await aContext(db);
    await createAgent(context, { name: "Desk" });
    await aStoredSkill(context, { name: "first", description: "Does it.", body: "Do the first thing." });
    const second = { name: "second", description: "Does more.", body: "Do the second thing." };
    await aStoredSkill(context, second, false);
    const items = [{ skill: "first" }, { skill: "second", follows: "draft" as const }];
    await setAssignments(context, { agent: "desk", baseRevision: 1, items });
    for (const dialect of agentDialects)
      for (const mode of modesOf(dialect)) {
        const told = await getCatalogue(context, { agent: "desk", dialect, mode });
        expect(told.dialect).toBe(dialect);
        expect(told.mode).toBe(mode === "auto" ? "inline" : mode);
        expect(told.text.includes("Do the second thing.")).toBe(mode === "eager" || mode === "preload");
        expect(JSON.stringify([told.text, told.tools]).includes("second")).toBe(true);
        expect(told.skills.map(({ skill, omitted }) => [skill, omitted])).toEqual([
          ["first", false],
          ["second", false],
        ]);
        expect(told.budgetRule).not.toBe("");
      }
    const skillkit = await getCatalogue(context, { agent: "desk", dialect: "skillkit" });
    expect(skillkit).toMatchObject({ text: "", tools: [{ name: "first" }, { name: "second" }] });
    expect(skillkit.characters).toBeGreaterThan(0);
  });

  it("keeps to the agent's own dialect and mode, and refuses a mode its dialect has not", async () => {
    const context = await aContext(db);
    await createAgent(context, { name: "Desk", dialect: "linx" });
    await aSkill(context, { name: "first", versions: 1 });
    await setAssignments(context, { agent: "desk", baseRevision: 1, items: [{ skill: "first" }] });
    expect(await getCatalogue(context, { agent: "desk" })).toMatchObject({ dialect: "linx", mode: "eager" });
    await expect(getCatalogue(context, { agent: "desk", mode: "search" })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: "The linx dialect has no search mode; it has eager.",
    });
  });

  it("tells nothing of a description that hides characters, and says why; a set with it is not exported", async () => {
    const context = await aContext(db);
    await createAgent(context, { name: "Desk" });
    await aSkill(context, { name: "plain", versions: 1, description: "Reads logs." });
    await aSkill(context, { name: "hiding", versions: 1, description: "Reads\u202e logs." });
    await aSkill(context, { name: "drafted", description: "Reads\u{e0061} logs." });
    const items = [{ skill: "plain" }, { skill: "hiding" }, { skill: "drafted", follows: "draft" as const }];
    await setAssignments(context, { agent: "desk", baseRevision: 1, items });
    for (const dialect of agentDialects) {
      const told = await getCatalogue(context, { agent: "desk", dialect });
      expect(JSON.stringify([told.text, told.tools])).not.toMatch(/hiding|drafted|[\u202e\u{e0061}]/u);
      expect(told.skills.slice(1)).toMatchObject([
        { skill: "hiding", omitted: true, reason: expect.stringContaining("U+202E") },
        { skill: "drafted", omitted: true, reason: expect.stringContaining("U+E0061") },
      ]);
    }
    await expect(exportAgent(context, { agent: "desk" })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: expect.stringContaining("right-to-left override"),
    });
  });

  it("says in eager mode which skill cannot be told, and why", async () => {
    const context = await aContext(db);
    await createAgent(context, { name: "Desk", dialect: "orion" });
    await aSkill(context, { name: "unpublished" });
    await setAssignments(context, { agent: "desk", baseRevision: 1, items: [{ skill: "unpublished" }] });
    const told = await getCatalogue(context, { agent: "desk" });
    expect(told).toMatchObject({ text: "", tools: [], skills: [{ omitted: true }] });
    expect(told.skills[0]?.reason).toContain("Not published yet");
  });

  it("has in eager mode the tools that come with the bodies, and what they weigh", async () => {
    const context = await aContext(db);
    await createAgent(context, { name: "Desk", dialect: "orion" });
    const tools = "tools:\n  - name: start_research\n    description: Starts it.\n    parameters: {}";
    await aStoredSkill(context, { name: "research", description: `Researches.\n${tools}`, body: "Do it.\n" });
    await setAssignments(context, { agent: "desk", baseRevision: 1, items: [{ skill: "research" }] });
    const told = await getCatalogue(context, { agent: "desk" });
    expect(told.tools.map(({ name }) => name)).toEqual(["research__start_research"]);
    expect(told.toolTokens).toBeGreaterThan(10);
  });
});
