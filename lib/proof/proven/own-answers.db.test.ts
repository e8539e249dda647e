import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { editAgent } from "@/lib/agents/commands/edit-agent";
import { clearPackageCaches } from "@/lib/library/caches/package-caches";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { librarySource } from "@/lib/playground/adapters/library-source";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aScriptedModel, aWorker, tryOut } from "@/lib/testing/proof/suite-runs";
import { anAgentWith, aStoredSkill, skillText } from "@/lib/testing/sessions/rehearsals";
import { startSuiteRun } from "../commands/start-suite-run";
import { frozenOfferSchema } from "../plans/frozen-offer";
import { getSuiteRunDetail } from "../queries";
import { getTrial, listTrials } from "../trials/trial-queries";

const { db } = testDatabase();
const skill = "quarterly";
const query = "zebra crossing report";
const files = { "evals/trigger-eval.json": JSON.stringify([{ query, should_trigger: true }]) };

/** A skill that says nothing of what its suite asks, in a catalogue that has to be searched. */
async function aSearchedAgent(context: Context, body: string) {
  const skillId = await aStoredSkill(context, { name: skill, description: "Helps.", body, files }, false);
  await aStoredSkill(context, { name: "other", description: "Does other things.", body: "# Other\n" });
  const agent = await anAgentWith(context, [skill, "other"]);
  await editAgent(context, { agent, baseRevision: 2, mode: "search" });
  return { agent, skillId };
}

/** Searches for what it is asked, and then ends. */
const searches = () => {
  const input = JSON.stringify({ query });
  return aScriptedModel(() => ({
    parts: [
      { type: "tool-call", toolCallId: "call-1", toolName: "search_skills", input },
      {
        type: "finish",
        finishReason: { unified: "tool-calls", raw: undefined },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: undefined },
          outputTokens: { total: 1, text: 1, reasoning: undefined },
        },
      },
    ],
  }));
};

async function foundIn(context: Context, number: number): Promise<string[]> {
  const { items } = await listTrials(context, { skill, number });
  const { events } = await getTrial(context, { skill, number, trial: items[0]?.id ?? "" });
  return events
    .flatMap((event) => (event.type === "skills-searched" ? event.payload.candidates : []))
    .map(({ name }) => name);
}

describe("a search in a trial", () => {
  it("does not find a skill by the messages of its own suite", async () => {
    const context = await aContext(db);
    await aSearchedAgent(context, "# Numbers\n");
    const { number } = await tryOut(context, skill, { open: searches().open });
    expect(await foundIn(context, number)).toEqual([]);
  });

  it("finds it by its body, also of a draft that has moved on since", async () => {
    const context = await aContext(db);
    await aSearchedAgent(context, "# Zebra crossings\n");
    const { open } = searches();
    const { number } = await startSuiteRun(context, { skill, repeats: 1 }, open);
    const text = skillText({ name: skill, description: "Helps.", body: "# Nothing\n" });
    await changeDraft(context, {
      skill,
      baseRevision: 1,
      changes: [{ op: "write", path: "SKILL.md", text }],
    });
    clearPackageCaches();
    const worker = aWorker(context, open);
    await worker.takeMore();
    await worker.settled();
    expect((await getSuiteRunDetail(context, { skill, number })).state).toBe("done");
    expect(await foundIn(context, number)).toEqual([skill]);
  });
});

it("counts the words of a frozen draft from its own files", async () => {
  const context = await aContext(db);
  const { skillId } = await aSearchedAgent(context, "# Zebra crossings\n");
  await changeDraft(context, {
    skill,
    baseRevision: 1,
    changes: [{ op: "write", path: "notes.md", text: "Now a draft.\n" }],
  });
  const { id } = await startSuiteRun(context, { skill, repeats: 1 }, searches().open);
  const text = skillText({ name: skill, description: "Helps.", body: "# Nothing\n" });
  await changeDraft(context, { skill, baseRevision: 2, changes: [{ op: "write", path: "SKILL.md", text }] });
  clearPackageCaches();
  const { offer } = await db.suiteRun.findUniqueOrThrow({ where: { id } });
  const frozen = frozenOfferSchema.parse(offer);
  const packages = new Map(Object.entries(frozen.packages));
  const ref = frozen.dialects[0]?.skills.find((one) => one.ref.skillId === skillId)?.ref;
  if (!ref) throw new Error("It is not offered.");
  const own = await librarySource(context, packages).readTerms?.([ref]);
  expect([...(own?.get(skillId)?.counts.body.keys() ?? [])]).toContain("zebra");
  expect(own?.get(skillId)?.lengths.triggers).toBeGreaterThan(0);
  const measured = await librarySource(context, packages, { withoutTriggers: true }).readTerms?.([ref]);
  expect(measured?.get(skillId)?.lengths.triggers).toBe(0);
});
