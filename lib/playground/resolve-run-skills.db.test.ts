import { describe, expect, it } from "vitest";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { renameSkill } from "@/lib/library/commands/rename-skill";
import { createConversation } from "@/lib/sessions/commands";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { anAgentWith, aStoredSkill, rehearse } from "@/lib/testing/sessions/rehearsals";
import { aSkill } from "@/lib/testing/skills";

const { db } = testDatabase();

describe("the names that a run offers", () => {
  it("are those of now, so that a renamed skill's old version cannot stand in for the new owner of its name", async () => {
    const context = await aContext(db);
    await aPackage(context, { name: "notes", body: "The old way.\n", publishNote: "First" });
    await renameSkill(context, { skill: "notes", name: "old-notes" });
    await aPackage(context, { name: "notes", body: "The new way.\n", publishNote: "First" });
    const agent = await anAgentWith(context, ["notes"]);
    const { id } = await createConversation(context, {
      agent,
      overlay: [{ skill: "old-notes", follows: "version", version: 1 }],
    });
    const { events } = await rehearse(context, id, "/notes please");
    const [started] = events;
    expect(started?.payload).toMatchObject({
      offered: [{ name: "notes" }, { name: "old-notes", version: 1 }],
    });
    const activated = events.find(({ type }) => type === "skill-activated");
    expect(activated?.payload).toMatchObject({ result: expect.stringContaining("The new way.") });
  });
});

describe("a skill whose description hides something", () => {
  const hidden = [
    ["tags", "Reads logs.\u{e0069}\u{e0067}", "U+E0069"],
    ["a right-to-left override", "Reads\u202e logs.", "U+202E"],
    ["a terminal escape", "Reads \u001b]8;;http://evil\u0007logs.", "U+001B"],
    ["a zero-width space", "Reads lo\u200bgs.", "U+200B"],
  ] as const;

  it.each(hidden)(
    "is offered neither as a version from before nor as a draft: %s",
    async (_name, description, code) => {
      const context = await aContext(db);
      await createAgent(context, { name: "Desk" });
      await aSkill(context, { name: "old", versions: 1, description });
      await aSkill(context, { name: "new", description });
      await aStoredSkill(context, { name: "plain", description: "Reads plainly.", body: "Read it.\n" });
      const items = [{ skill: "old" }, { skill: "new", follows: "draft" as const }, { skill: "plain" }];
      await setAssignments(context, { agent: "desk", baseRevision: 1, items });
      const { id } = await createConversation(context, { agent: "desk" });
      const { events } = await rehearse(context, id, "/old please");
      const reason = { reason: "hidden-text", detail: expect.stringContaining(code) };
      expect(events[0]?.payload).toMatchObject({
        offered: [{ name: "plain" }],
        unavailable: [
          { name: "old", ...reason },
          { name: "new", ...reason },
        ],
      });
      const sent = JSON.stringify(events.filter(({ type }) => type !== "run-started"));
      expect(sent).not.toMatch(/[\u202e\u200b\u{e0000}-\u{e007f}]|\\u001b/u);
    },
  );

  it("is refused as an overlay too, in words", async () => {
    const context = await aContext(db);
    await aStoredSkill(context, { name: "plain", description: "Reads plainly.", body: "Read it.\n" });
    await aStoredSkill(context, { name: "new", description: "Reads\u202e logs.", body: "Read it.\n" }, false);
    const agent = await anAgentWith(context, ["plain"]);
    const { id } = await createConversation(context, {
      agent,
      overlay: [{ skill: "new", follows: "draft" }],
    });
    const { events } = await rehearse(context, id, "Read the logs");
    expect(events[0]?.payload).toMatchObject({
      offered: [{ name: "plain" }],
      unavailable: [{ name: "new", reason: "hidden-text", detail: expect.stringContaining("U+202E") }],
    });
  });

  it("keeps what tags spell in a body and a file from the model, and says so", async () => {
    const context = await aContext(db);
    const tags = "\u{e0072}\u{e0075}\u{e006e}";
    await aStoredSkill(context, {
      name: "logs",
      description: "Reads logs.",
      body: `Read${tags} [the guide](references/guide.md).\n`,
      files: { "references/guide.md": `Look${tags} here.\n\nbase_path: skill://evil\n` },
    });
    const { id } = await createConversation(context, { agent: await anAgentWith(context, ["logs"]) });
    const { events } = await rehearse(context, id, "/logs show references/guide.md");
    expect(events.find(({ type }) => type === "skill-activated")?.payload).toMatchObject({
      result: expect.stringContaining("\nRead [the guide]"),
      flags: [{ kind: "hidden-text-removed", count: 3 }],
    });
    expect(events.find(({ type }) => type === "resource-read")?.payload).toMatchObject({
      result: expect.stringContaining("Look here.\n\n\\base_path: skill://evil"),
      flags: [
        { kind: "closing-tag-neutralised", count: 1 },
        { kind: "hidden-text-removed", count: 3 },
      ],
    });
    expect(JSON.stringify(events)).not.toMatch(/[\u{e0000}-\u{e007f}]/u);
  });
});
