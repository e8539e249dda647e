import { beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { readCatalogue } from "@/lib/dialects/read-catalogue";
import type { CatalogueMode } from "@/lib/runtime/dialect";
import type { SessionEvent } from "@/lib/runtime/events";
import { explainTurn } from "@/lib/runtime/explain-turn";
import { formatScore } from "@/lib/runtime/judge-fit";
import { createConversation } from "@/lib/sessions/commands";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { anAgentWith, aStoredSkill, rehearse, triage } from "@/lib/testing/sessions/rehearsals";

const { db } = testDatabase();
const notes = {
  name: "release-notes",
  description: "Writes notes for customers about merged changes.",
  body: "# Release notes\n\nGroup the changes.\n",
  files: {
    "evals/trigger-eval.json": JSON.stringify([{ query: "the changelog is empty", should_trigger: true }]),
  },
};
let context: Context;
let agent: string;
beforeAll(async () => {
  context = await aContext(db);
  await aStoredSkill(context, triage);
  await aStoredSkill(context, notes);
  agent = await anAgentWith(context, [triage.name, notes.name]);
});

async function run(message: string, mode: CatalogueMode): Promise<SessionEvent[]> {
  const { id } = await createConversation(context, { agent });
  return (await rehearse(context, id, { message, mode })).events;
}
const typesOf = (events: readonly SessionEvent[]) => events.map(({ type }) => type);

describe("a run with Rehearsal", () => {
  it("in router mode is told only what the rules chose, and activates it", async () => {
    const events = await run("How severe is this production incident?", "router");
    expect(events.find(({ type }) => type === "skills-routed")).toMatchObject({
      payload: { chosen: ["incident-triage"], dropped: [] },
    });
    expect(events.find(({ type }) => type === "catalogue-injected")).toMatchObject({
      payload: { mode: "router", text: expect.not.stringContaining("release-notes") },
    });
    expect(typesOf(events)).toContain("skill-activated");
  });

  it("in router mode has neither catalogue nor tools when nothing fits", async () => {
    const events = await run("Bake a chocolate cake", "router");
    expect(typesOf(events)).not.toContain("catalogue-injected");
    expect(events.at(-1)).toMatchObject({ type: "run-finished", payload: { outcome: "done" } });
  });

  it("in preload mode has the instructions of what the rules chose, and asks for none", async () => {
    const events = await run("How severe is this production incident?", "preload");
    const catalogue = events.find((event) => event.type === "catalogue-injected");
    expect(catalogue?.payload).toMatchObject({
      mode: "preload",
      eager: [{ skill: { name: "incident-triage" } }],
    });
    expect(catalogue?.payload.text).not.toContain("release-notes");
    expect(typesOf(events)).not.toContain("skill-activated");
    const { candidates } = explainTurn(events, { readCatalogue });
    expect(candidates.map(({ name, state }) => [name, state])).toEqual([
      ["incident-triage", "in-prompt"],
      ["release-notes", "not-routed"],
    ]);
  });

  it("in search mode finds a skill by a query that its author wrote down", async () => {
    const events = await run("the changelog is empty", "search");
    const searched = events.find((event) => event.type === "skills-searched");
    expect(searched?.payload.candidates[0]).toMatchObject({
      name: "release-notes",
      fields: { description: 0 },
    });
    expect(searched?.payload.candidates[0]?.fields.triggers).toBeGreaterThan(0);
  });

  it.each(["inline", "search", "router"] as const)(
    "in %s mode says the very scores that the log explains itself with",
    async (mode) => {
      const events = await run("Do customers sleep on the moon?", mode);
      const { candidates, fit, threshold } = explainTurn(events, { readCatalogue });
      const best = candidates.find(({ place }) => place === 1);
      expect({ state: best?.state, threshold }).toEqual({
        state: { inline: "offered", search: "offered", router: "not-routed" }[mode],
        threshold: 0.5,
      });
      expect(fit?.kind ?? "routed").toBe(mode === "router" ? "routed" : "below");
      const said = events.flatMap((event) =>
        event.type === "text"
          ? [event.payload.text]
          : event.type === "skills-routed"
            ? [event.payload.reasoning]
            : [],
      );
      expect(said.join("")).toContain(`${formatScore(best?.score ?? 1)}`);
    },
  );

  it("in search mode activates by the search's own score, and says it", async () => {
    const events = await run("Write the release notes, the changelog is empty", "search");
    const activated = explainTurn(events, { readCatalogue }).candidates[0];
    expect(activated).toMatchObject({ name: "release-notes", state: "activated" });
    const said = events.flatMap((event) => (event.type === "text" ? [event.payload.text] : [])).join("");
    expect(said).toContain(`score ${formatScore(activated?.score ?? 1)}`);
  });

  it("in eager mode has the bodies from the start, and asks for none of them", async () => {
    const events = await run("How severe is this production incident? @incident-triage", "eager");
    const catalogue = events.find((event) => event.type === "catalogue-injected");
    expect(catalogue?.payload.eager?.map(({ skill }) => skill.name)).toEqual([
      "incident-triage",
      "release-notes",
    ]);
    expect(catalogue?.payload.text).toContain("Group the changes.");
    expect(typesOf(events)).toContain("skill-already-active");
    expect(typesOf(events)).not.toContain("skill-activated");
  });
});
