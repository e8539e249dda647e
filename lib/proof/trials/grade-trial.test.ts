import { describe, expect, it } from "vitest";
import { aSkillRef, SessionLog } from "@/lib/testing/sessions/session-log";
import type { TriedTask } from "../suites/task-schema";
import { gradeTrial } from "./grade-trial";

const skill = "incident-triage";
const task: TriedTask = {
  id: "t1",
  number: 1,
  name: null,
  prompt: "Which ink?",
  files: [],
  message: "Which ink?",
  expectations: [],
  graders: [{ kind: "contains", text: "RIGHT" }],
  golden: false,
  note: null,
};

/** A session that reads one file of a skill, and then answers right. */
function reading(path: string, of = skill) {
  const log = new SessionLog();
  log.add("run-started");
  log.add("skill-activated");
  log.add("resource-read", { path, skill: aSkillRef({ name: of }) });
  log.add("text", { text: "RIGHT" });
  log.add("model-step", {
    response: { content: [{ type: "text", text: "RIGHT", tokens: 1 }], finishReason: "stop" },
  });
  log.add("run-finished");
  return gradeTrial(log.events, { task, arm: { arm: "found", leftOut: null }, skill, isJudged: false });
}

describe("a trial in which the model read what passes it", () => {
  it("counts for nothing, should the file have reached it on some way", async () => {
    expect(await reading("evals/evals.json")).toMatchObject({
      outcome: "invalid",
      invalid: { reason: "saw-answers" },
    });
  });

  it("is any other file, and any other skill's tasks, to the grader", async () => {
    expect(await reading("references/ink.md")).toMatchObject({ outcome: "passed", invalid: null });
    expect(await reading("evals/evals.json", "other")).toMatchObject({ outcome: "passed" });
  });
});
