import { describe, expect, it } from "vitest";
import { editAgent } from "@/lib/agents/commands/edit-agent";
import { getCatalogue } from "@/lib/agents/get-catalogue";
import { getImpact } from "@/lib/agents/get-impact";
import { inTransaction } from "@/lib/db/transaction";
import { createPackage } from "@/lib/library/writes/create-package";
import { createConversation } from "@/lib/sessions/commands";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { anAgentWith, aStoredSkill, rehearse, triage } from "@/lib/testing/sessions/rehearsals";

const { db } = testDatabase();

/** An agent in a host's words, with one skill that Orion and ADK take and one that they refuse. */
async function anAgentOf(dialect: "orion" | "adk") {
  const context = await aContext(db);
  await aStoredSkill(context, {
    ...triage,
    files: { "references/severity.md": "SEV2.\n", "notes.md": "Notes.\n" },
  });
  const text =
    "---\nname: helper\nversion: 2\ndescription: Helps.\nallowed-tools: [Read]\ntools: Read\n---\n\n# Task\n";
  await inTransaction(context, (context) =>
    createPackage(context, {
      name: "helper",
      files: [{ path: "SKILL.md", text }],
      publishNote: "First version",
    }),
  );
  const agent = await anAgentWith(context, [triage.name, "helper"]);
  const { revision } = await db.agent.findFirstOrThrow({
    where: { slug: agent, workspaceId: context.workspace.id },
  });
  await editAgent(context, {
    agent,
    baseRevision: revision,
    dialect,
    mode: dialect === "orion" ? "eager" : "inline",
  });
  return { context, agent };
}

describe("a run in the words of a host that refuses one of its skills", () => {
  it.each([
    ["orion", "tools-type", 6],
    ["adk", "field-type", 5],
  ] as const)(
    "%s: the model is told of the other one, and run-started says why",
    async (dialect, rule, line) => {
      const { context, agent } = await anAgentOf(dialect);
      const { id } = await createConversation(context, { agent });
      const { events } = await rehearse(context, id, "Is checkout down?");
      const started = events.find(({ type }) => type === "run-started");
      expect(started?.payload).toMatchObject({
        offered: [{ name: triage.name }],
        unavailable: [
          { name: "helper", reason: "host-refuses", refusal: { dialect, rule, file: "SKILL.md", line } },
        ],
      });
      const told = events.find(({ type }) => type === "catalogue-injected");
      expect(JSON.stringify(told?.payload)).not.toContain("helper");
    },
  );

  it("the catalogue's preview and the impact of a publication agree with the run", async () => {
    const { context, agent } = await anAgentOf("orion");
    const { skills, text } = await getCatalogue(context, { agent });
    expect(text).not.toContain("helper");
    expect(skills).toMatchObject([
      { skill: triage.name, omitted: false, refusal: null },
      {
        skill: "helper",
        omitted: true,
        overBudget: false,
        reason: expect.stringMatching(
          /^Orion does not load it \(SKILL\.md, line 6\)\. `tools` is text and no list\./,
        ),
        refusal: { dialect: "orion", rule: "tools-type", line: 6 },
      },
    ]);
    const { agents } = await getImpact(context, { skill: "helper" });
    expect(agents[0]?.own.after).toEqual({ state: "omitted", keptCharacters: null });
    const asked = await getCatalogue(context, { agent, dialect: "codex" });
    expect(asked.skills.map(({ omitted }) => omitted)).toEqual([false, false]);
  });
});
