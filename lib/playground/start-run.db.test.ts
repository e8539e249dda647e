import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { assemblePrompt } from "@/lib/runtime/assemble-prompt";
import type { EventType, SessionEvent } from "@/lib/runtime/events";
import { createConversation } from "@/lib/sessions/commands";
import { getStepRequest, listEvents } from "@/lib/sessions/queries";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import {
  anAgentWith,
  aStoredSkill,
  aTriageConversation,
  rehearse,
  skillText,
  triage,
} from "@/lib/testing/sessions/rehearsals";
import { librarySource } from "./adapters/library-source";
import { resolveRunSkills } from "./resolve-run-skills";
import { runEnded } from "./running-runs";
import { startRun } from "./start-run";

const { db } = testDatabase();

const typesOf = (events: readonly SessionEvent[]): EventType[] =>
  events.map(({ type }) => type).filter((type, index, all) => type !== "text" || all[index - 1] !== "text");

describe("a rehearsal on a package with references", () => {
  it("activates once, says it is active, reads a file, refuses a path, and activates a changed draft again", async () => {
    const context = await aContext(db);
    await aStoredSkill(context, triage);
    const agent = await anAgentWith(context, [triage.name]);
    const { id } = await createConversation(context, { agent, overlay: [{ skill: triage.name }] });

    const first = await rehearse(context, id, "Checkout is down: which severity is this incident?");
    expect(typesOf(first.events)).toEqual([
      "run-started",
      "catalogue-injected",
      "text",
      "model-step",
      "skill-activated",
      "model-step",
      "resource-read",
      "text",
      "model-step",
      "run-finished",
    ]);
    expect(first.events.find(({ type }) => type === "resource-read")?.payload).toMatchObject({
      path: "references/severity.md",
      skill: { draftRevision: 1, version: null },
    });
    const answer = first.events
      .flatMap((event) => (event.type === "text" ? [event.payload.text] : []))
      .join("");
    expect(answer).toContain("Checkout down for a region: SEV2");

    const second = await rehearse(context, id, "Triage the incident again and check ../oncall/rota.yaml");
    expect(second.events.find(({ type }) => type === "catalogue-injected")?.payload).toMatchObject({
      unchangedSinceSeq: 2,
    });
    expect(second.events.find(({ type }) => type === "skill-already-active")?.payload).toMatchObject({
      since: { turn: 1, seq: 6 },
    });
    expect(second.events.find(({ type }) => type === "request-refused")?.payload).toMatchObject({
      rule: "outside-package",
      path: "../oncall/rota.yaml",
      result: '{"error":"Outside the package: ../oncall/rota.yaml"}',
    });

    await changeDraft(context, {
      skill: triage.name,
      baseRevision: 1,
      changes: [
        {
          op: "write",
          path: "SKILL.md",
          text: skillText({ ...triage, body: `${triage.body}\nAsk who is affected.\n` }),
        },
      ],
    });
    const third = await rehearse(context, id, "Checkout is down again, triage this incident");
    expect(third.events.find(({ type }) => type === "skill-reactivated")?.payload).toMatchObject({
      reason: "changed",
      previous: { turn: 1, seq: 6 },
      skill: { draftRevision: 2 },
    });
    expect(await db.receipt.count({ where: { conversationId: id } })).toBe(2);
  });

  it("can prove what every request of a run was, from the log alone", async () => {
    const context = await aContext(db);
    const { id } = await aTriageConversation(context);
    await rehearse(context, id, "Checkout is down: which severity is this incident?");
    const { events } = await rehearse(context, id, "/incident-triage login is slow");
    const steps = events.filter(({ type }) => type === "model-step");
    for (const { seq } of steps) {
      const { prompt, matches } = await getStepRequest(context, { conversation: id, seq });
      expect(matches).toBe(true);
      expect(prompt.system).toMatch(/^You are on call[\s\S]*<name>incident-triage<\/name>/);
    }
    const all = (await listEvents(context, { conversation: id })).items;
    const lastUser = assemblePrompt(all).messages.findLast(({ role }) => role === "user");
    expect(lastUser?.parts.map((part) => part.source.kind)).toEqual(["history", "skill"]);
  });
});

describe("startRun", () => {
  it("answers a repeated request key with the first run, also after it has ended", async () => {
    const context = await aContext(db);
    const { id } = await aTriageConversation(context);
    const first = await rehearse(context, id, { message: "Hello there", requestKey: "k" });
    const again = await startRun(context, { conversation: id, message: "Something else", requestKey: "k" });
    expect(again).toMatchObject({ id: first.run.id, state: "done", message: "Hello there" });
  });

  it("records every offered skill's version and digest, and why others are not offered", async () => {
    const context = await aContext(db);
    await aStoredSkill(context, triage);
    for (const name of ["switched-off", "never-published"])
      await aStoredSkill(
        context,
        { name, description: `What ${name} does.`, body: "Body." },
        name !== "never-published",
      );
    const agent = await createAgent(context, { name: "Desk" });
    await setAssignments(context, {
      agent: agent.slug,
      baseRevision: agent.revision,
      items: [
        { skill: "never-published" },
        { skill: "switched-off", enabled: false },
        { skill: triage.name },
      ],
    });
    const { id } = await createConversation(context, { agent: agent.slug });
    const { events } = await rehearse(context, id, "Hello there");
    const version = await db.version.findFirstOrThrow({
      where: { name: triage.name, workspaceId: context.workspace.id },
    });
    expect(events[0]?.payload).toMatchObject({
      agent: { slug: "desk", revision: 2 },
      model: { kind: "rules", windowTokens: 200_000 },
      offered: [
        { name: triage.name, version: 1, draftRevision: null, digest: version.digest, source: "assignment" },
      ],
      unavailable: [
        { name: "never-published", reason: "not-published" },
        { name: "switched-off", reason: "disabled" },
      ],
    });
  });

  it("lays an overlay over the assignments: replaced at its place, added at the end, offered though off", async () => {
    const context = await aContext(db);
    for (const name of ["first", "second", "extra"])
      await aStoredSkill(context, { name, description: `What ${name} does.`, body: "Body." });
    const agent = await anAgentWith(context, ["first", "second"]);
    const { id } = await createConversation(context, {
      agent,
      overlay: [{ skill: "extra" }, { skill: "first" }, { skill: "second", follows: "version", version: 1 }],
    });
    const { events } = await rehearse(context, id, "Hello there");
    expect(events[0]?.payload).toMatchObject({
      offered: [
        { name: "first", draftRevision: 1, version: null, source: "overlay" },
        { name: "second", draftRevision: null, version: 1, source: "overlay" },
        { name: "extra", draftRevision: 1, source: "overlay" },
      ],
    });
    expect(
      await db.assignment.count({ where: { workspaceId: context.workspace.id, follows: "draft" } }),
    ).toBe(0);
  });

  it("reads the draft as it was when the run began, though somebody saves meanwhile", async () => {
    const context = await aContext(db);
    await aStoredSkill(context, triage);
    const pinned = await resolveRunSkills(
      context,
      await agentIdOf(context, await anAgentWith(context, [triage.name])),
      [
        {
          skillId: (await db.skill.findFirstOrThrow({ where: { workspaceId: context.workspace.id } })).id,
          name: triage.name,
          follows: "draft",
          label: null,
          version: null,
        },
      ],
    );
    await changeDraft(context, {
      skill: triage.name,
      baseRevision: 1,
      changes: [{ op: "write", path: "references/severity.md", text: "Changed." }],
    });
    const source = librarySource(context, pinned.packages);
    const ref = pinned.skills[0]?.ref;
    if (!ref) throw new Error("nothing was offered");
    const bytes = await source.readFile(ref, "references/severity.md");
    expect(new TextDecoder().decode(bytes ?? new Uint8Array())).toBe(triage.files["references/severity.md"]);
    expect(await source.readFile(ref, "references/none.md")).toBeNull();
    expect(await source.isInLibrary(triage.name)).toBe(true);
    expect(await source.isInLibrary("nothing")).toBe(false);
  });

  it("puts the catalogue after a per-request system prompt, unless the agent forbids one", async () => {
    const context = await aContext(db);
    const { id } = await aTriageConversation(context);
    const { events } = await rehearse(context, id, {
      message: "Hello there",
      systemPrompt: "Answer in French.",
    });
    const prompt = assemblePrompt(events);
    expect(prompt.system).toMatch(/^Answer in French\.\n\n[\s\S]*<available_skills>/);
    await db.agent.updateMany({
      where: { workspaceId: context.workspace.id },
      data: { allowRequestPrompt: false },
    });
    await expect(
      startRun(context, { conversation: id, message: "x", systemPrompt: "y" }),
    ).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });

  it("refuses what this release cannot run, and leaves no run behind", async () => {
    const context = await aContext(db);
    const { id } = await aTriageConversation(context);
    for (const data of [{ model: "gone" }, { model: "rehearsal", dialect: "klingon" }]) {
      await db.agent.updateMany({ where: { workspaceId: context.workspace.id }, data });
      await expect(startRun(context, { conversation: id, message: "x" })).rejects.toMatchObject({
        code: "UNPROCESSABLE",
      });
    }
    for (const overrides of [
      { dialect: "klingon" },
      { dialect: "standard", model: "gone" },
      { dialect: "sisu", mode: "search" as const },
    ])
      await expect(startRun(context, { conversation: id, message: "x", ...overrides })).rejects.toMatchObject(
        { code: "UNPROCESSABLE" },
      );
    expect(await db.run.count({ where: { conversationId: id } })).toBe(0);
  });

  it("has neither catalogue nor tools without skills", async () => {
    const context = await aContext(db);
    const { id } = await createConversation(context, { agent: await anAgentWith(context, []) });
    const { events } = await rehearse(context, id, "Hello there");
    expect(typesOf(events)).toEqual(["run-started", "text", "model-step", "run-finished"]);
    expect(assemblePrompt(events)).toMatchObject({ system: "You are on call. Be brief.", tools: [] });
  });

  it("goes on after a lost server with its receipts intact", async () => {
    const context = await aContext(db);
    const { id } = await aTriageConversation(context);
    await rehearse(context, id, "Checkout is down: triage this incident");
    const run = await startRun(context, { conversation: id, message: "Triage the incident again" });
    await db.run.update({
      where: { id: run.id },
      data: { leaseOwner: "a process that is gone", leaseUntil: new Date(0) },
    });
    await runEnded(run.id);
    const { events } = await rehearse(context, id, "Triage the incident once more");
    expect(events.find(({ type }) => type === "skill-already-active")?.payload).toMatchObject({
      since: { turn: 1 },
    });
    const all = (await listEvents(context, { conversation: id })).items;
    const endings = all.flatMap((event) => (event.type === "run-finished" ? [event.payload.outcome] : []));
    expect(endings).toEqual(["done", "interrupted", "done"]);
  });
});

async function agentIdOf(context: Context, slug: string): Promise<string> {
  return (await db.agent.findFirstOrThrow({ where: { workspaceId: context.workspace.id, slug } })).id;
}
