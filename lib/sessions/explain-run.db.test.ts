import { beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { createConversation } from "@/lib/sessions/commands";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { anAgentWith, aStoredSkill, rehearse, triage } from "@/lib/testing/sessions/rehearsals";
import { explainRun } from "./explain-run";
import { listRuns } from "./queries";

const { db } = testDatabase();
const notes = {
  name: "release-notes",
  description: "Writes notes for customers about merged changes.",
  body: "# Release notes\n\nGroup the changes.\n",
};
let context: Context;
let conversation: string;
beforeAll(async () => {
  context = await aContext(db);
  await aStoredSkill(context, triage);
  await aStoredSkill(context, notes);
  const agent = await anAgentWith(context, [triage.name, notes.name]);
  ({ id: conversation } = await createConversation(context, { agent }));
});

/** The reasons of a turn that this message makes. */
async function reasonsOf(message: string) {
  await rehearse(context, conversation, { message });
  const run = (await listRuns(context, conversation)).at(-1)?.id ?? "";
  return { run, reasons: await explainRun(context, { conversation, run }) };
}

describe("why a run activated what it did", () => {
  it("says of every skill what became of it, with its place, score and words", async () => {
    const { reasons } = await reasonsOf("Write the release notes for customers");
    expect(reasons).toMatchObject({
      rankedBy: "message",
      threshold: 0.5,
      fit: "fits",
      activated: [notes.name],
    });
    const [best, other] = reasons.candidates;
    expect(best).toMatchObject({ name: notes.name, state: "activated", place: 1 });
    expect(best?.words).toContain("customers");
    expect(best?.reason).not.toBe("");
    expect(other).toMatchObject({ name: triage.name });
    expect(other?.state).not.toBe("activated");
  });

  it("knows from turns before what was active already", async () => {
    await reasonsOf("Write the release notes for customers");
    const { reasons } = await reasonsOf("Again the release notes for customers, please");
    expect(reasons.candidates[0]).toMatchObject({ name: notes.name, state: "already-active" });
    expect(reasons.candidates[0]?.reason).toMatch(/^Active since turn 1/);
  });

  it("is of people who see the conversation", async () => {
    const { run } = await reasonsOf("Anything");
    const stranger = await aContext(db);
    const colleague = await aColleague(context, "viewer", "Vi");
    expect(await explainRun(colleague, { conversation, run })).toMatchObject({ query: "Anything" });
    await db.conversation.update({ where: { id: conversation }, data: { shared: false } });
    for (const other of [stranger, colleague])
      await expect(explainRun(other, { conversation, run })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(explainRun(context, { conversation, run: conversation })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});
