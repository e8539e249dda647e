import { describe, expect, it } from "vitest";
import { updateConversation } from "@/lib/sessions/commands";
import { deleteComparison, updateComparison } from "@/lib/sessions/commands/change-comparison";
import { openRun } from "@/lib/sessions/commands/open-run";
import { getComparison, listComparisons } from "@/lib/sessions/comparisons";
import { getConversation, listConversations } from "@/lib/sessions/queries";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { anAgentWith, aStoredSkill, triage } from "@/lib/testing/sessions/rehearsals";
import { aRunStarted } from "@/lib/testing/sessions/skill-sessions";
import { runEnded } from "./running-runs";
import { createComparison, sendToComparison } from "./start-comparison";

const { db } = testDatabase();
const message = "Checkout is down: which severity is this incident?";

async function compared(columns?: Parameters<typeof createComparison>[1]["columns"]) {
  const context = await aContext(db);
  await aStoredSkill(context, triage);
  const agent = await anAgentWith(context, [triage.name]);
  const comparison = await createComparison(context, {
    message,
    columns: columns ?? [{ agent }],
    ...(columns ? {} : { without: triage.name }),
  });
  const ended = () => Promise.all(comparison.columns.map(({ lastRun }) => lastRun && runEnded(lastRun.id)));
  return { context, agent, comparison, ended };
}

describe("a comparison", () => {
  it("that goes on comes first again in the list", async () => {
    const { context, comparison, ended } = await compared();
    await ended();
    const later = await createComparison(context, {
      message,
      columns: [{ agent: comparison.columns[0]?.agent?.slug ?? "" }],
      without: triage.name,
    });
    const order = async () => (await listComparisons(context, {})).items.map(({ id }) => id);
    expect(await order()).toEqual([later.id, comparison.id]);
    const { runs } = await sendToComparison(context, { comparison: comparison.id, message: "And now?" });
    expect(await order()).toEqual([comparison.id, later.id]);
    await Promise.all(
      [...runs, ...later.columns.flatMap(({ lastRun }) => lastRun ?? [])].map((run) => runEnded(run.id)),
    );
  });

  it("runs the same message with and without a skill, and aligns what each did", async () => {
    const { context, comparison, ended } = await compared();
    expect(comparison.columns.map(({ overlay }) => overlay.map(({ follows }) => follows))).toEqual([
      [],
      ["none"],
    ]);
    await ended();
    const { turns } = await getComparison(context, comparison.id);
    expect(turns).toHaveLength(1);
    const [turn] = turns;
    expect(turn?.metrics).toMatchObject([
      { activations: 1, reads: 1, steps: 3 },
      { activations: 0, reads: 0, steps: 1 },
    ]);
    const kinds = turn?.differences.map(({ kind, type, label }) => `${kind} ${type} ${label}`.trim());
    expect(kinds).toContain(`removed skill-activated ${triage.name}`);
    expect(kinds).toContain(`removed resource-read ${triage.name}/references/severity.md`);
    expect(kinds).toContain("same run-finished");
  });

  it("sends the next message to both, once, with each column's own overrides", async () => {
    const context = await aContext(db);
    await aStoredSkill(context, triage);
    const agent = await anAgentWith(context, [triage.name]);
    const comparison = await createComparison(context, {
      message,
      columns: [{ agent }, { agent, mode: "search", systemPrompt: "Answer in Latin." }],
    });
    const runs = comparison.columns.map(({ running }) => running?.id ?? "");
    await Promise.all(runs.map(runEnded));
    const key = { comparison: comparison.id, message: "Hello", requestKey: "k" };
    const sent = await sendToComparison(context, key);
    expect(await sendToComparison(context, key)).toMatchObject({ runs: sent.runs.map(({ id }) => ({ id })) });
    await Promise.all(sent.runs.map(({ id }) => runEnded(id)));
    expect(sent.runs.map(({ overrides, turn }) => ({ ...overrides, turn }))).toEqual([
      { ownSystemPrompt: false, turn: 2 },
      { ownSystemPrompt: true, mode: "search", turn: 2 },
    ]);
    expect((await getComparison(context, comparison.id)).turns.map((turn) => turn.message)).toEqual([
      message,
      "Hello",
    ]);
  });

  it("sends nothing to either while one of them still runs", async () => {
    const { context, comparison, ended } = await compared();
    await ended();
    const [first, second] = comparison.columns.map(({ id }) => id);
    const started = { ...aRunStarted("Wait"), startedBy: { id: context.actor.userId, name: "Ines" } };
    await openRun(context, { conversation: first ?? "", requestKey: null, owner: "here", started });
    await expect(
      sendToComparison(context, { comparison: comparison.id, message: "x" }),
    ).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await db.run.count({ where: { conversationId: second ?? "" } })).toBe(1);
  });

  it("says what cannot run before it makes anything", async () => {
    const context = await aContext(db);
    await aStoredSkill(context, triage);
    const agent = await anAgentWith(context, [triage.name]);
    const attempt = (column: object) =>
      createComparison(context, { message, columns: [{ agent }, { agent, ...column }] });
    await expect(attempt({ agent: "nobody" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(attempt({ overlay: [{ skill: "gone" }] })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(attempt({ dialect: "sisu", mode: "eager" })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
    });
    await expect(createComparison(context, { message, columns: [{ agent }] })).rejects.toThrow("two columns");
    expect(await db.comparison.count({ where: { workspaceId: context.workspace.id } })).toBe(0);
    expect(await db.run.count({ where: { workspaceId: context.workspace.id } })).toBe(0);
  });

  it("is private as a whole when one of its sides is made private", async () => {
    const { context, comparison, ended } = await compared();
    await ended();
    const colleague = await aColleague(context, "viewer");
    const [left, right] = comparison.columns.map(({ id }) => id);
    await updateConversation(context, { conversation: left ?? "", shared: false });
    await expect(getComparison(colleague, comparison.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await listComparisons(colleague, {})).items).toEqual([]);
    await expect(getConversation(colleague, right ?? "")).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await getComparison(context, comparison.id)).toMatchObject({ shared: false });
  });

  it("is shared or private as a whole, listed apart from conversations, and deleted as a whole", async () => {
    const { context, comparison, ended } = await compared();
    await ended();
    const colleague = await aColleague(context, "viewer");
    expect((await listComparisons(colleague, {})).items.map(({ id }) => id)).toEqual([comparison.id]);
    expect((await listConversations(colleague, {})).items).toEqual([]);
    await expect(
      updateComparison(colleague, { comparison: comparison.id, title: "Mine" }),
    ).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await updateComparison(context, { comparison: comparison.id, shared: false });
    await expect(getComparison(colleague, comparison.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const stranger = await aContext(db);
    await expect(sendToComparison(stranger, { comparison: comparison.id, message })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await deleteComparison(context, comparison.id);
    expect(await db.conversation.count({ where: { workspaceId: context.workspace.id } })).toBe(0);
  });
});
