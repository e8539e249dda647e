import { beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { getCatalogue } from "@/lib/agents/get-catalogue";
import { getAgent } from "@/lib/agents/queries";
import { inTransaction } from "@/lib/db/transaction";
import { createPackage } from "@/lib/library/writes/create-package";
import { createConversation } from "@/lib/sessions/commands";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { anAgentWith, rehearse } from "@/lib/testing/sessions/rehearsals";

const { db } = testDatabase();
let context: Context;
let agent: string;

const aSkillWith = (name: string, ...lines: string[]) =>
  inTransaction(context, (context) =>
    createPackage(context, {
      name,
      publishNote: "First version",
      files: [
        {
          path: "SKILL.md",
          text: [
            "---",
            `name: ${name}`,
            `description: About ${name}.`,
            ...lines,
            "---",
            "",
            `Do ${name}.`,
          ].join("\n"),
        },
      ],
    }),
  );

beforeAll(async () => {
  context = await aContext(db);
  await aSkillWith("deploy", "disable-model-invocation: yes");
  await aSkillWith("style", "user-invocable: off", "when_to_use: While writing.");
  await aSkillWith("notes");
  agent = await anAgentWith(context, ["deploy", "style", "notes"]);
});

async function run(message: string, follows: "latest" | "draft" = "latest") {
  const overlay = follows === "draft" ? [{ skill: "deploy", follows }] : [];
  const { id } = await createConversation(context, { agent, overlay });
  return (await rehearse(context, id, message)).events;
}

describe("who may activate a skill, as its SKILL.md says", () => {
  it.each(["latest", "draft"] as const)("holds in a run that follows the %s", async (follows) => {
    const events = await run("/deploy", follows);
    const [started] = events;
    if (started?.type !== "run-started") throw new Error("a run begins with run-started");
    expect(started.payload.offered.find(({ name }) => name === "deploy")).toMatchObject({
      modelInvocable: false,
    });
    expect(started.payload.offered.find(({ name }) => name === "style")).toMatchObject({
      userInvocable: false,
    });
    expect(started.payload.offered.find(({ name }) => name === "notes")).not.toHaveProperty("modelInvocable");
    const catalogue = events.find((event) => event.type === "catalogue-injected");
    expect(JSON.stringify(catalogue?.payload)).not.toContain("deploy");
    expect(events.find((event) => event.type === "skill-activated")?.payload).toMatchObject({
      skill: { name: "deploy" },
      askedBy: "person",
      result: expect.stringContaining("Do deploy."),
    });
  });

  it("refuses a person what is the model's alone", async () => {
    const refused = (await run("/style")).find((event) => event.type === "request-refused");
    expect(refused?.payload).toMatchObject({ rule: "model-only", askedBy: "person", skillName: "style" });
  });

  it("is told with the agent and its catalogue", async () => {
    const told = await getCatalogue(context, { agent, dialect: "claude-code" });
    expect(told.text).not.toContain("deploy");
    expect(told.text).toContain("About style. - While writing.");
    expect(told.skills).toMatchObject([
      {
        skill: "deploy",
        modelInvocable: false,
        omitted: true,
        tokens: 0,
        reason: "Not told to the model: only a person may activate it.",
      },
      { skill: "style", userInvocable: false, omitted: false },
      { skill: "notes", modelInvocable: true, userInvocable: true, omitted: false },
    ]);
    const { assignments } = await getAgent(context, { agent });
    expect(assignments[0]?.resolved).toMatchObject({ modelInvocable: false, userInvocable: true });
  });
});
