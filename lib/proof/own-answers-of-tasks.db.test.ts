import { expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aTaskModel, aTaskSuite, type Behave, helps, someTasks, tryTasks } from "@/lib/testing/effect-runs";
import { endsWith, says } from "@/lib/testing/suite-runs";
import { listTrials } from "./trial-queries";

const { db } = testDatabase();

/** Opens a file of the skill as soon as it has its text, and answers right whatever stands there. */
const reads =
  (path: string): Behave =>
  (seen) => {
    const isOpened = seen.request.includes("call-file");
    if (!seen.isRead || isOpened)
      return seen.isRead ? { parts: [...says("RIGHT"), endsWith("stop")] } : helps(seen);
    const input = JSON.stringify({ skill_name: "pdf-tools", resource_name: path });
    return {
      parts: [
        { type: "tool-call", toolCallId: "call-file", toolName: "read_skill_resource", input },
        endsWith("tool-calls"),
      ],
    };
  };

const outcomes = async (path: string) => {
  const context = await aContext(db);
  const { skill } = await aTaskSuite(context, someTasks(1), { "references/ink.md": "Blue.\n" });
  const run = await tryTasks(context, aTaskModel(reads(path)), { dialects: ["lightspeed"] });
  const { items } = await listTrials(context, { skill, number: run.number });
  return { run, trials: items.map(({ arm, outcome, invalid }) => [arm, outcome, invalid?.reason ?? null]) };
};

it("counts no answer of a model that read the tasks' own file", async () => {
  const { run, trials } = await outcomes("evals/evals.json");
  expect(trials).toEqual([
    ["without", "failed", null],
    ["found", "invalid", "saw-answers"],
    ["given", "invalid", "saw-answers"],
  ]);
  expect(run.effectFigures[0]).toMatchObject({ overall: null, verdict: { word: "invalid-measurement" } });
});

it("counts those of a model that read any other file of the skill", async () => {
  const { trials } = await outcomes("references/ink.md");
  expect(trials).toEqual([
    ["without", "failed", null],
    ["found", "passed", null],
    ["given", "passed", null],
  ]);
});
