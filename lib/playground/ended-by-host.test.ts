import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import { expect, it } from "vitest";
import { lightspeedDialect } from "@/lib/dialects/lightspeed";
import { standardDialect } from "@/lib/dialects/standard";
import { freeMeter } from "@/lib/models/free-meter";
import type { Dialect } from "@/lib/runtime/dialect";
import { estimateTokens } from "@/lib/skills/estimate-tokens";
import { aRunStarted, aSkillSession } from "@/lib/testing/sessions/skill-sessions";
import { executeRun } from "./execute-run";

const usage = {
  inputTokens: { total: 7, noCache: 7, cacheRead: 2, cacheWrite: undefined },
  outputTokens: { total: 3, text: 3, reasoning: undefined },
};

/** A model that asks for a skill that is not there twice, then gives up. */
async function askInVain(dialect: Dialect) {
  let step = 0;
  const model = new MockLanguageModelV4({
    doStream: async () => {
      step += 1;
      const call = {
        type: "tool-call" as const,
        toolCallId: `call-${step}`,
        toolName: "load_skill",
        input: '{"skill_name":"nobody"}',
      };
      const reason = step < 3 ? ("tool-calls" as const) : ("stop" as const);
      const finish = { type: "finish" as const, finishReason: { unified: reason, raw: undefined }, usage };
      return { stream: convertArrayToReadableStream(step < 3 ? [call, finish] : [finish]) };
    },
  });
  const { session, log, setup } = aSkillSession({ triage: { "SKILL.md": "Do it." } }, { dialect });
  await log.append({ type: "run-started", payload: aRunStarted("Help") });
  await executeRun({
    log,
    session,
    message: "Help",
    model,
    meter: freeMeter,
    maxOutputTokens: null,
    runId: log.place.runId,
    countedByProvider: false,
    countTokens: estimateTokens,
    sha256: setup.sha256,
    clock: () => performance.now(),
    signal: new AbortController().signal,
  });
  const last = log.events().at(-1);
  const refused = log.events().filter(({ type }) => type === "request-refused");
  return { steps: step, refused: refused.length, end: last?.type === "run-finished" ? last.payload : null };
}

it("ends a run where the host would: at the second error of one tool in a row", async () => {
  const { steps, refused, end } = await askInVain(lightspeedDialect);
  expect([steps, refused]).toEqual([2, 2]);
  expect(end).toMatchObject({
    outcome: "failed",
    error: {
      code: "HOST_ENDED_RUN",
      message:
        "This host ends a run when a tool fails 2 times in a row, and load_skill did: Unknown skill: nobody. Then: Unknown skill: nobody",
    },
  });
});

it("lets the model go on where the host does", async () => {
  const { steps, end } = await askInVain(standardDialect);
  expect([steps, end?.outcome]).toEqual([3, "done"]);
});
