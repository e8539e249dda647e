import { describe, expect, it } from "vitest";
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
} from "@/lib/testing/rehearsals";

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
