import { expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import {
  aTaskModel,
  aTaskSuite,
  type Behave,
  helps,
  someTasks,
  tryTasks,
} from "@/lib/testing/proof/effect-runs";
import { endsWith, says } from "@/lib/testing/proof/suite-runs";
import { getTrial, listTrials } from "../trials/trial-queries";

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
  return {
    context,
    skill,
    run,
    trials: items.map(({ arm, outcome, invalid }) => [arm, outcome, invalid?.reason ?? null]),
  };
};

const refusedReads = async (context: Context, skill: string, number: number) => {
  const { items } = await listTrials(context, { skill, number });
  const details = await Promise.all(
    items.map(({ id: trial }) => getTrial(context, { skill, number, trial })),
  );
  return details.flatMap(({ arm, events }) =>
    events.flatMap((event) =>
      event.type === "request-refused" ? [[arm, event.payload.rule, event.payload.path] as const] : [],
    ),
  );
};

it("has the tasks' own file for the model in no arm: it is neither served nor listed", async () => {
  const { context, skill, run, trials } = await outcomes("evals/evals.json");
  expect(trials).toEqual([
    ["without", "failed", null],
    ["found", "passed", null],
    ["given", "passed", null],
  ]);
  expect(await refusedReads(context, skill, run.number)).toEqual([
    ["found", "unknown-resource", "evals/evals.json"],
    ["given", "unknown-resource", "evals/evals.json"],
  ]);
  expect(run.withheld).toEqual(["evals/"]);
  const { items } = await listTrials(context, { skill, number: run.number });
  const logs = await Promise.all(
    items.map(({ id }) => getTrial(context, { skill, number: run.number, trial: id })),
  );
  const served = logs.flatMap(({ events }) =>
    events.filter(({ type }) => type === "skill-activated" || type === "catalogue-injected"),
  );
  expect(JSON.stringify(served)).toContain("references/ink.md");
  expect(JSON.stringify(served)).not.toContain("evals/");
});

it("withholds it from the published version and beside a file that is left out, too", async () => {
  const context = await aContext(db);
  const { skill } = await aTaskSuite(context, someTasks(1), { "references/ink.md": "Blue.\n" });
  const { number } = await tryTasks(context, aTaskModel(reads("evals/evals.json")), {
    dialects: ["lightspeed"],
    approved: true,
    leaveOut: ["references/ink.md"],
  });
  expect((await refusedReads(context, skill, number)).map(([arm]) => arm).toSorted()).toEqual([
    "approved",
    "found",
    "given",
    "left-out",
  ]);
});

it("counts those of a model that read any other file of the skill", async () => {
  const { trials } = await outcomes("references/ink.md");
  expect(trials).toEqual([
    ["without", "failed", null],
    ["found", "passed", null],
    ["given", "passed", null],
  ]);
});
