import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { skillSteps } from "@/lib/hosts/skill-steps";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { publishSkill } from "@/lib/reviews/commands/publish-skill";
import type { EventOf, SessionEvent } from "@/lib/runtime/events";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import {
  activatedText,
  launchedText,
  scriptedRequest,
  shellOutput,
  skillFolder,
  streamedMessage,
} from "@/lib/testing/hosts/host-requests";
import { aLiveSession } from "@/lib/testing/hosts/live-sessions";
import { aStoredSkill, skillText } from "@/lib/testing/sessions/rehearsals";
import { listLiveEvents } from "./live-log";

const { db } = testDatabase();
const notes = {
  name: "release-notes",
  description: "Writes release notes. Use before a release.",
  body: "# Notes\n\nFirst way.\n",
  files: { "references/style.md": "# Style\n\nShort sentences.\n" },
};
const second = "# Notes\n\nSecond way.\n";

async function save(context: Context, body: string): Promise<void> {
  const { revision } = await getDraft(context, { skill: notes.name });
  const change = { op: "write", path: "SKILL.md", text: skillText({ ...notes, body }) } as const;
  await changeDraft(context, { skill: notes.name, baseRevision: revision, changes: [change] });
}

/** A workspace whose skill has versions 1 and 2 and a draft that is neither. */
async function aWorkspace(): Promise<Context> {
  const ines = await aContext(db);
  await aStoredSkill(ines, notes);
  await save(ines, second);
  const { revision, digest } = await getDraft(ines, { skill: notes.name });
  await publishSkill(ines, { skill: notes.name, revision, digest, note: "" });
  await save(ines, "# Notes\n\nThird way.\n");
  return ines;
}

const done = streamedMessage([{ text: "Done." }]);
const launch = (body: string) => ({
  tool: "Skill",
  input: { skill: notes.name },
  result: "Launched.",
  texts: [launchedText(notes.name, body)],
});
const isActivation = (
  event: SessionEvent,
): event is EventOf<"skill-activated"> | EventOf<"skill-reactivated"> =>
  event.type === "skill-activated" || event.type === "skill-reactivated";
const told = (events: readonly SessionEvent[]) =>
  events
    .filter(isActivation)
    .map(({ payload: { skill, recognised } }) => [
      recognised?.as,
      skill.version ?? `r${skill.draftRevision}`,
      recognised?.latestVersion,
    ]);

describe("texts of a live host", () => {
  it("are told by their bytes: an older version, the latest, the draft, or changed there", async () => {
    const ines = await aWorkspace();
    const calls = [notes.body, second, "# Notes\n\nThird way.\n", "# Notes\n\nMy own way.\n"].map(launch);
    const session = await aLiveSession(ines, "messages", [{ host: { calls }, answer: done }]);
    const { items } = await listLiveEvents(ines, { session });
    expect(told(items)).toEqual([
      ["version", 1, 2],
      ["version", 2, 2],
      ["draft", "r3", 2],
      ["changed", 2, 2],
    ]);
  });

  it("are told in every protocol, read by a command too, and files with them", async () => {
    const ines = await aWorkspace();
    const at = (path: string) => `cat ${skillFolder}/${notes.name}/${path}`;
    const codex = await aLiveSession(ines, "responses", [
      {
        host: {
          skills: [notes, { name: "imagegen", description: "Draws." }],
          calls: [
            {
              tool: "exec_command",
              input: { cmd: at("SKILL.md") },
              result: shellOutput(skillText(notes)),
            },
            {
              tool: "exec_command",
              input: { cmd: at("references/style.md") },
              result: shellOutput(notes.files["references/style.md"]),
            },
          ],
        },
        answer: null,
      },
    ]);
    const { items } = await listLiveEvents(ines, { session: codex });
    expect(told(items)).toEqual([["version", 1, 2]]);
    expect(items.find(isActivation)?.payload.readBy).toBe("command");
    expect(items.find(({ type }) => type === "catalogue-injected")?.payload).toMatchObject({
      found: { ours: [notes.name], others: ["imagegen"], whole: 1 },
    });
    // Both versions have the file, so it is the newest one's.
    expect(items.find(({ type }) => type === "resource-read")?.payload).toMatchObject({
      path: "references/style.md",
      skill: { version: 2 },
      recognised: { as: "version" },
    });
    const calls = [
      {
        tool: "activate_skill",
        input: { name: notes.name },
        result: activatedText(notes.name, second),
      },
    ];
    const gemini = await aLiveSession(ines, "generate-content", [{ host: { calls }, answer: null }]);
    expect(told((await listLiveEvents(ines, { session: gemini })).items)).toEqual([["version", 2, 2]]);
  });

  it("of skills that another workspace has are not of this one", async () => {
    await aWorkspace();
    const stranger = await aContext(db);
    const session = await aLiveSession(stranger, "messages", [
      { host: { calls: [launch(second)] }, answer: done },
    ]);
    const { items } = await listLiveEvents(stranger, { session });
    expect(told(items)).toEqual([]);
    expect(items.map(({ type }) => type)).toContain("foreign-skill-activated");
  });

  it("that are cut short by the host are told as shortened", async () => {
    const ines = await aWorkspace();
    const skills = [{ name: notes.name, description: "Writes release..." }];
    const session = await aLiveSession(ines, "messages", [{ host: { skills }, answer: done }]);
    const { items } = await listLiveEvents(ines, { session });
    expect(items.find(({ type }) => type === "catalogue-injected")?.payload).toMatchObject({
      found: { ours: [notes.name], whole: 0 },
      truncated: [{ name: notes.name }],
    });
  });
});

describe("the log", () => {
  const steps = [
    { host: {}, answer: streamedMessage([{ id: "t0", tool: "Skill", input: { skill: notes.name } }]) },
    { host: { calls: [launch(second)] }, answer: done },
    { host: { calls: [launch(second)], after: [{ said: "Done.", asked: "Again" }] }, answer: done },
  ];

  it("grows by what is new, with the words of all exchanges from the newest body", async () => {
    const ines = await aWorkspace();
    const session = await aLiveSession(ines, "messages", steps);
    const { items } = await listLiveEvents(ines, { session });
    expect(items.map(({ type }) => type)).toEqual([
      "run-started",
      "model-step",
      "skill-activated",
      "text",
      "model-step",
      "run-finished",
      "run-started",
      "text",
      "model-step",
      "run-finished",
    ]);
    expect(items.flatMap((event) => (event.type === "run-started" ? [event.payload.message] : []))).toEqual([
      "Write the notes",
      "Again",
    ]);
    expect(items.flatMap((event) => (event.type === "text" ? [event.payload.text] : []))).toEqual([
      "Done.",
      "Done.",
    ]);
    const later = await listLiveEvents(ines, { session, after: 6, limit: 2 });
    expect(later).toEqual({ items: items.slice(6, 8), nextAfter: 8 });
  });

  it("has the same events where texts are not kept, and none of their words", async () => {
    const ines = await aWorkspace();
    const kept = await aLiveSession(ines, "messages", steps);
    const bare = await aLiveSession(ines, "messages", steps, { keepsTexts: false });
    const [left, right] = await Promise.all([
      listLiveEvents(ines, { session: kept }),
      listLiveEvents(ines, { session: bare }),
    ]);
    expect(right.items.map(({ seq, type }) => [seq, type])).toEqual(
      left.items.map(({ seq, type }) => [seq, type]),
    );
    expect(skillSteps(right.items)).toEqual(skillSteps(left.items));
    expect(JSON.stringify(right)).not.toMatch(/Second way|Write the notes|Done\./);
    const rows = await db.liveExchange.findMany({ where: { sessionId: bare } });
    expect(JSON.stringify(rows)).not.toMatch(/Second way|Write the notes|Done\./);
  });

  it("says what it did not understand", async () => {
    const ines = await aContext(db);
    const session = await aLiveSession(ines, "messages", [
      { host: {}, request: { prompt: 7 }, answer: null },
    ]);
    const { items } = await listLiveEvents(ines, { session });
    expect(items.map(({ type }) => type)).toEqual(["run-started", "not-understood", "run-finished"]);
  });

  it("is nobody's of another workspace, and never among rehearsals", async () => {
    const ines = await aWorkspace();
    const session = await aLiveSession(ines, "messages", steps);
    const stranger = await aContext(db);
    await expect(listLiveEvents(stranger, { session })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const viewer = await aColleague(ines, "viewer");
    expect((await listLiveEvents(viewer, { session })).items).toHaveLength(10);
    expect(await db.conversation.count({ where: { workspaceId: ines.workspace.id } })).toBe(0);
    expect(await db.run.count({ where: { workspaceId: ines.workspace.id } })).toBe(0);
  });

  it("goes on after a history that was made shorter", async () => {
    const ines = await aWorkspace();
    const summary = scriptedRequest("messages", { skills: [], message: "Summary of before.", calls: [] });
    const session = await aLiveSession(ines, "messages", [
      ...steps,
      { host: {}, request: summary, answer: done },
    ]);
    const { items } = await listLiveEvents(ines, { session });
    expect(items.filter(({ type }) => type === "history-rewritten")).toHaveLength(1);
    expect(items.flatMap((event) => (event.type === "run-started" ? [event.payload.message] : []))).toEqual([
      "Write the notes",
      "Again",
      "Summary of before.",
    ]);
  });
});
