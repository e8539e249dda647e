import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { editAgent } from "@/lib/agents/commands/edit-agent";
import { getAgent } from "@/lib/agents/queries";
import { listAudit } from "@/lib/audit/queries";
import { standardDialect } from "@/lib/dialects/standard";
import { setScripts } from "@/lib/execution/commands/set-scripts";
import { getScriptSettings } from "@/lib/execution/read-script-settings";
import { env } from "@/lib/platform/env";
import type { SkillRef } from "@/lib/runtime/events";
import type { SkillSource, ToolQuestion } from "@/lib/runtime/ports";
import { answerScript } from "@/lib/sessions/commands/answer-script";
import { answerToolCall } from "@/lib/sessions/commands/answer-tool-call";
import { openRun } from "@/lib/sessions/commands/open-run";
import { getConversation } from "@/lib/sessions/queries";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aTriageConversation } from "@/lib/testing/sessions/rehearsals";
import { aSkillRef } from "@/lib/testing/sessions/session-log";
import { aRunStarted } from "@/lib/testing/sessions/skill-sessions";
import { answerByPerson } from "./answer-tools";
import { findScript } from "./find-script";
import { RunTimer } from "./run-timer";

const { db } = testDatabase();

beforeEach(() => {
  env().scripts = true;
});
afterEach(() => {
  env().scripts = false;
});

const skill: SkillRef = aSkillRef();
const script = 'echo "paging $1"\necho made > note.txt\n';
const source: SkillSource = {
  listFiles: async () => [{ path: "scripts/page.sh", size: script.length }],
  readFile: async () => new TextEncoder().encode(script),
  isInLibrary: async () => false,
};
const question: ToolQuestion = {
  call: {
    id: "call-1",
    toolName: "run_skill_script",
    input: { skill_name: skill.name, file_path: "scripts/page.sh", args: ["owner"] },
    step: 1,
  },
  definition: { name: "run_skill_script", description: "", inputSchema: {} },
  skill,
  tool: "run_skill_script",
  path: "scripts/page.sh",
};

/** A run that has come to a call of a script, and waits if it waits at all. */
async function aWaitingRun(mode: "ask" | "off" = "ask", text = script) {
  const context = await aContext(db);
  if (mode === "ask") await setScripts(context, { mode });
  const { id: conversation } = await aTriageConversation(context);
  const { run, log } = await openRun(context, {
    conversation,
    requestKey: null,
    owner: "here",
    started: { ...aRunStarted("Help"), startedBy: { id: context.actor.userId, name: "Ines" } },
  });
  if (!log) throw new Error("no new run");
  const stop = new AbortController();
  const timer = new RunTimer(600_000, () => performance.now());
  const agentId = (await getConversation(context, conversation)).agent?.id ?? "";
  const given = { ...source, readFile: async () => new TextEncoder().encode(text) };
  const setup = {
    agentId,
    log,
    source: given,
    offered: [skill],
    dialect: standardDialect,
    signal: stop.signal,
  };
  const answer = answerByPerson({
    db,
    log,
    timer,
    signal: stop.signal,
    findScript: findScript(context, setup),
  })(question);
  answer.catch(() => {}).finally(() => timer.stop());
  while ((await awaiting(context, conversation)).length === 0) await setTimeout(10);
  return { context, conversation, run: run.id, log, stop, answer };
}

/** A run of this conversation, and what it finds of a call. */
async function aFoundScript(context: Context, conversation: string, offered: SkillRef, given = source) {
  const { log } = await openRun(context, {
    conversation,
    requestKey: null,
    owner: "here",
    started: { ...aRunStarted("Help"), startedBy: { id: context.actor.userId, name: "Ines" } },
  });
  if (!log) throw new Error("no new run");
  const agentId = (await getConversation(context, conversation)).agent?.id ?? "";
  const { signal } = new AbortController();
  const dialect = standardDialect;
  return {
    log,
    find: findScript(context, { agentId, log, source: given, offered: [offered], dialect, signal }),
  };
}

const awaiting = async (context: Context, id: string) => (await getConversation(context, id)).awaiting;

describe("a script that a run asks for", () => {
  it("waits, runs once somebody allows it, and is told in the host's words, in the log and in the audit", async () => {
    const { context, conversation, run, log, answer } = await aWaitingRun();
    expect(await awaiting(context, conversation)).toMatchObject([{ callId: "call-1", offersScript: true }]);
    const command = "bash /skills/incident-triage/scripts/page.sh owner";
    expect(log.events().at(-1)).toMatchObject({
      type: "result-awaited",
      payload: { script: { command, files: 1, skills: [{ name: skill.name, version: skill.version }] } },
    });
    const colleague = await aColleague(context, "viewer");
    await answerScript(colleague, { conversation, run, callId: "call-1", decision: "allow" });
    expect(await answer).toEqual({ result: "paging owner", answeredBy: "script" });
    expect(log.events().slice(-3)).toMatchObject([
      { type: "script-started", payload: { allowedBy: { id: colleague.actor.userId } } },
      { type: "script-output", payload: { callId: "call-1", pieces: [{ stream: "command" }, {}, {}] } },
      {
        type: "script-ran",
        payload: {
          end: "exited",
          exitCode: 0,
          stdout: { text: "paging owner\n" },
          made: [{ path: "/skills/incident-triage/note.txt", mediaType: "text/plain", bytes: 5 }],
        },
      },
    ]);
    const { items } = await listAudit(context, { action: "script.ran" });
    expect(items).toMatchObject([{ detail: { command, end: "exited", allowedBy: colleague.actor.userId } }]);
    expect((await listAudit(context, { action: "run.script-allowed" })).items).toHaveLength(1);
    expect(await awaiting(context, conversation)).toEqual([]);
  });

  it("is refused in words, and nothing runs", async () => {
    const { context, conversation, run, log, answer } = await aWaitingRun();
    await answerScript(context, { conversation, run, callId: "call-1", decision: "refuse" });
    expect(await answer).toEqual({ refused: "run_skill_script: a person did not allow it to run." });
    expect(log.events().some(({ type }) => type === "script-started")).toBe(false);
    expect((await listAudit(context, { action: "run.script-refused" })).items).toHaveLength(1);
  });

  it("can be typed instead, as before", async () => {
    const { context, conversation, run, answer } = await aWaitingRun();
    await answerToolCall(context, { conversation, run, callId: "call-1", result: "Paged." });
    expect(await answer).toEqual({ result: "Paged.", answeredBy: "person" });
    await expect(
      answerScript(context, { conversation, run, callId: "call-1", decision: "allow" }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("takes one of two decisions that are made at once", async () => {
    const { context, conversation, run, answer } = await aWaitingRun();
    const decided = await Promise.allSettled(
      (["refuse", "refuse"] as const).map((decision) =>
        answerScript(context, { conversation, run, callId: "call-1", decision }),
      ),
    );
    expect(decided.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(decided.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: expect.stringMatching(/CONFLICT|NOT_FOUND/) },
    });
    await answer;
  });

  it("is nobody's of another workspace", async () => {
    const { context, conversation, run, answer } = await aWaitingRun();
    const stranger = await aContext(db);
    await expect(
      answerScript(stranger, { conversation, run, callId: "call-1", decision: "allow" }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
    await answerToolCall(context, { conversation, run, callId: "call-1", result: "" });
    await answer;
  });

  it("runs without asking what the list names, and says why in the log and in the audit", async () => {
    const context = await aContext(db);
    const { id: conversation } = await aTriageConversation(context);
    await setScripts(context, { mode: "list", allow: [{ skill: skill.name, version: 1, scripts: ["*"] }] });
    const [listed] = (await getScriptSettings(context)).allow;
    const ref = { ...skill, skillId: listed?.skillId ?? "", version: 1, digest: listed?.digest ?? "" };
    const { log, find } = await aFoundScript(context, conversation, ref);
    const found = await find({ ...question, skill: ref });
    expect(found?.decided).toMatchObject({ decision: "run", reason: "listed" });
    expect(await found?.run(null)).toEqual({ result: "paging owner", answeredBy: "script" });
    const why = "incident-triage v1 is on the list.";
    expect(log.events().at(-1)).toMatchObject({ payload: { allowedBy: null, decided: { message: why } } });
    const { items } = await listAudit(context, { action: "script.ran" });
    expect(items).toMatchObject([{ detail: { allowedBy: null, why } }]);
  });

  it("is not offered where the agent says never, and says so where its result is typed", async () => {
    const context = await aContext(db);
    const { id: conversation, agent } = await aTriageConversation(context);
    await setScripts(context, { mode: "ask" });
    const baseRevision = (await getAgent(context, { agent: agent?.slug ?? "" })).revision;
    await editAgent(context, {
      agent: agent?.slug ?? "",
      baseRevision,
      scripts: { mode: "never", allow: [] },
    });
    const { find } = await aFoundScript(context, conversation, skill);
    expect((await find(question))?.decided).toEqual({
      decision: "never",
      reason: "agent-never",
      message: "Scripts never run for this agent.",
    });
  });

  it("is stopped by itself: the model is told by whom, and the run goes on", async () => {
    const { context, conversation, run, log, answer } = await aWaitingRun("ask", "echo begun\nsleep 60\n");
    await answerScript(context, { conversation, run, callId: "call-1", decision: "allow" });
    await expect.poll(() => log.events().at(-1)?.type, { timeout: 30_000 }).toBe("script-output");
    const stop = { conversation, run, callId: "call-1", decision: "stop" as const };
    const stranger = await aContext(db);
    await expect(answerScript(stranger, stop)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const both = await Promise.allSettled([answerScript(context, stop), answerScript(context, stop)]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await answer).toMatchObject({ result: expect.stringMatching(/It was stopped by a person\./) });
    expect(log.events().at(-1)).toMatchObject({
      type: "script-ran",
      payload: { end: "stopped", stoppedBy: { id: context.actor.userId } },
    });
    expect(await awaiting(context, conversation)).toEqual([]);
    await expect(answerScript(context, stop)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await listAudit(context, { action: "run.script-stopped" })).items).toHaveLength(1);
    const { items } = await listAudit(context, { action: "script.ran" });
    expect(items).toMatchObject([{ detail: { end: "stopped", stoppedBy: context.actor.userId } }]);
  });

  it("is given the ids that its skill asks for and the time that it says, and says so beforehand", async () => {
    const context = await aContext(db);
    const { id: conversation } = await aTriageConversation(context);
    await setScripts(context, { mode: "ask" });
    const texts: Record<string, string> = {
      "SKILL.md": `---\nname: ${skill.name}\ndescription: Use it.\nrun_context: [user, session]\nexecution_timeout: 15\n---\n`,
      "scripts/page.sh": 'echo "$GREENROOM_USER_ID $GREENROOM_SESSION_ID <$GREENROOM_AGENT_ID>"\n',
    };
    const asking: SkillSource = {
      ...source,
      readFile: async (_, path) => new TextEncoder().encode(texts[path]),
    };
    const { log, find } = await aFoundScript(context, conversation, skill, asking);
    const found = await find(question);
    expect(found?.offered.environment).toEqual(["GREENROOM_USER_ID", "GREENROOM_SESSION_ID"]);
    expect(await found?.run(null)).toMatchObject({
      result: `${context.actor.userId} ${conversation} <>`,
    });
    expect(log.events().at(-1)).toMatchObject({ payload: { limits: { wallMs: 15_000 } } });
  });

  it("is not offered where scripts are off, and cannot be allowed there", async () => {
    const { context, conversation, run, log, answer } = await aWaitingRun("off");
    expect(await awaiting(context, conversation)).toMatchObject([{ offersScript: false }]);
    expect(log.events().at(-1)?.payload).not.toHaveProperty("script");
    await expect(
      answerScript(context, { conversation, run, callId: "call-1", decision: "allow" }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
    await answerToolCall(context, { conversation, run, callId: "call-1", result: "typed" });
    expect(await answer).toEqual({ result: "typed", answeredBy: "person" });
  });

  it("is stopped with its run", async () => {
    const { stop, answer } = await aWaitingRun();
    stop.abort(new Error("stopped"));
    await expect(answer).rejects.toThrow("stopped");
  });
});
