import { describe, expect, it } from "vitest";
import { aRunStarted, aSessionSkill, aSkillSession } from "@/lib/testing/sessions/skill-sessions";
import { runtimeLimits } from "./limits";

const triage = {
  "SKILL.md": "---\nname: triage\ndescription: Triage.\n---\n\n# Triage\n\nRead references/matrix.md.\n",
  "references/matrix.md": "# Matrix\n\nSEV2\n",
  "assets/logo.png": new Uint8Array([137, 80, 78, 71, 0, 1, 2]),
  ".env": "TOKEN=x",
};
const packages = () => ({
  triage: { ...triage },
  "log-query": { "SKILL.md": "---\nname: log-query\ndescription: L.\n---\nAsk $ARGUMENTS." },
});

describe("the catalogue of a session", () => {
  it("is injected with its tools, and reads no file for it", async () => {
    const { session, source } = aSkillSession(packages());
    const event = await session.injectCatalogue();
    expect(event).toMatchObject({
      type: "catalogue-injected",
      payload: { mode: "inline", unchangedSinceSeq: null, budgetCharacters: 16_000 },
    });
    expect(source.reads).toEqual([]);
  });

  it("is nothing at all without skills", async () => {
    const { session, log } = aSkillSession({});
    expect(await session.injectCatalogue()).toBeNull();
    expect(log.events()).toEqual([]);
  });

  it("says since when it is the same, over any number of turns", async () => {
    const { session } = aSkillSession(packages());
    await session.injectCatalogue();
    await session.injectCatalogue();
    expect(await session.injectCatalogue()).toMatchObject({ seq: 3, payload: { unchangedSinceSeq: 1 } });
  });

  it("is a notice with search_skills in search mode, and in auto mode past 40 skills or the budget", async () => {
    const many = Array.from({ length: 41 }, (_, index) =>
      aSessionSkill(`skill-${index}`, "Does it.", index + 1),
    );
    const modeOf = async (overrides: Parameters<typeof aSkillSession>[1]) => {
      const event = await aSkillSession(packages(), overrides).session.injectCatalogue();
      return event?.type === "catalogue-injected" ? [event.payload.mode, event.payload.tools.length] : null;
    };
    expect(await modeOf({ mode: "search" })).toEqual(["search", 4]);
    expect(await modeOf({ mode: "auto" })).toEqual(["inline", 3]);
    expect(await modeOf({ mode: "auto", skills: many })).toEqual(["search", 4]);
    expect(await modeOf({ mode: "auto", budgetCharacters: 200 })).toEqual(["search", 4]);
  });
});

describe("activate_skill", () => {
  it("injects the body once, and a note from then on", async () => {
    const { log, call } = aSkillSession(packages());
    const first = await call("activate_skill", { name: "triage" });
    expect(first).toMatchObject({
      type: "skill-activated",
      payload: { askedBy: "model", skill: { name: "triage", version: 1 }, arguments: "" },
    });
    expect(first.type === "skill-activated" && first.payload.result).toContain(
      "# Triage\n\nRead references/matrix.md.\n\nbase_path",
    );
    log.turn = 2;
    const again = await call("activate_skill", { name: "triage" });
    expect(again).toMatchObject({ type: "skill-already-active", payload: { since: { turn: 1, seq: 1 } } });
    const [whole, note] = [first, again].map((event) =>
      "payload" in event && "tokens" in event.payload ? event.payload.tokens : 0,
    );
    expect(again.type === "skill-already-active" && again.payload.tokensSaved).toBe(
      Math.max(0, Number(whole) - Number(note)),
    );
  });

  it("lists files but no secrets and not SKILL.md itself, and reads none of them", async () => {
    const { call, source } = aSkillSession(packages());
    const event = await call("activate_skill", { name: "triage" });
    const result = event.type === "skill-activated" ? event.payload.result : "";
    expect(result.match(/<file>.*<\/file>/g)).toEqual([
      "<file>assets/logo.png</file>",
      "<file>references/matrix.md</file>",
    ]);
    expect(source.reads).toEqual(["triage/SKILL.md"]);
  });

  it("injects again with the reason when the body changed, but not for a changed reference file", async () => {
    const { call, source, log } = aSkillSession(packages());
    await call("activate_skill", { name: "triage" });
    const files = source.packages.triage;
    if (!files) throw new Error("no package");
    files["references/matrix.md"] = "# Matrix\n\nSEV1\n";
    expect(await call("activate_skill", { name: "triage" })).toMatchObject({ type: "skill-already-active" });
    files["SKILL.md"] = "---\nname: triage\ndescription: T.\n---\nOther.";
    log.turn = 2;
    expect(await call("activate_skill", { name: "triage" })).toMatchObject({
      type: "skill-reactivated",
      payload: { reason: "changed", previous: { turn: 1, seq: 1 } },
    });
  });

  it("counts other arguments as another text, and the same ones as the same", async () => {
    const { call } = aSkillSession(packages());
    await call("activate_skill", { name: "log-query", arguments: "checkout" });
    expect(await call("activate_skill", { name: "log-query", arguments: "login" })).toMatchObject({
      type: "skill-reactivated",
      payload: { reason: "other-arguments", arguments: "login" },
    });
    expect(await call("activate_skill", { name: "log-query", arguments: "checkout" })).toMatchObject({
      type: "skill-already-active",
      payload: { since: { seq: 1 } },
    });
  });

  it("injects again what was evicted, though a receipt exists", async () => {
    const { call, log } = aSkillSession(packages());
    const first = await call("activate_skill", { name: "triage" });
    await log.append({
      type: "content-evicted",
      payload: { what: "skill", evictedSeq: first.seq, skill: null, path: null, why: "room", tokensFreed: 9 },
    });
    expect(await call("activate_skill", { name: "triage" })).toMatchObject({
      type: "skill-reactivated",
      payload: { reason: "evicted", previous: { seq: 1 } },
    });
    expect(await call("activate_skill", { name: "triage" })).toMatchObject({
      type: "skill-already-active",
      payload: { since: { seq: 3 } },
    });
  });

  it("stays active when its turn goes, and is injected again once its text has gone too", async () => {
    const { session, call, log } = aSkillSession(packages());
    const started = await log.append({ type: "run-started", payload: aRunStarted("/triage") });
    await session.answerMentions("/triage");
    log.turn = 2;
    const evict = (what: "turn" | "skill", evictedSeq: number) =>
      log.append({
        type: "content-evicted",
        payload: { what, evictedSeq, skill: null, path: null, why: "room", tokensFreed: 9 },
      });
    await evict("turn", started.seq);
    expect(await call("activate_skill", { name: "triage" })).toMatchObject({ type: "skill-already-active" });
    await evict("skill", started.seq + 1);
    expect(await call("activate_skill", { name: "triage" })).toMatchObject({
      type: "skill-reactivated",
      payload: { reason: "evicted" },
    });
  });

  it("refuses a skill that cannot be loaded, and then it is not active", async () => {
    const { call, source } = aSkillSession({
      broken: { "README.md": "x" },
      wrong: { "SKILL.md": "---\nname: wrong\nNever closed." },
    });
    expect(await call("activate_skill", { name: "broken" })).toMatchObject({
      type: "request-refused",
      payload: { rule: "unreadable-skill", message: "The skill broken cannot be loaded: it has no SKILL.md" },
    });
    expect(await call("activate_skill", { name: "wrong" })).toMatchObject({
      payload: { rule: "unreadable-skill" },
    });
    source.packages.broken = { "SKILL.md": "---\nname: broken\ndescription: b\n---\nNow." };
    expect(await call("activate_skill", { name: "broken" })).toMatchObject({ type: "skill-activated" });
  });

  it("names what there is, and what was meant, when there is no such skill", async () => {
    const { call } = aSkillSession(packages());
    const event = await call("activate_skill", { name: "triag" });
    expect(event).toMatchObject({
      type: "request-refused",
      payload: { rule: "unknown-skill", skillName: "triag" },
    });
    expect(event.type === "request-refused" && JSON.parse(event.payload.result)).toEqual({
      error: "Unknown skill: triag",
      available: ["triage", "log-query"],
      did_you_mean: "triage",
    });
  });

  it("tells a skill that is off, and one of the library that is not assigned, from an unknown one", async () => {
    const off = {
      skillId: aSessionSkill("off", "", 9).ref.skillId,
      name: "off",
      reason: "disabled" as const,
    };
    const old = { ...off, name: "old", reason: "archived" as const };
    const { call } = aSkillSession(packages(), { unavailable: [off, old] });
    const rules = [];
    for (const name of ["off", "old", "elsewhere", "x".repeat(150)]) {
      const event = await call("activate_skill", { name });
      rules.push(event.type === "request-refused" ? event.payload.rule : event.type);
    }
    expect(rules).toEqual(["disabled", "not-assigned", "not-assigned", "unknown-skill"]);
  });
});

describe("a message of the person's", () => {
  it("activates what it names, with arguments, and says it was asked by the person", async () => {
    const { session, log } = aSkillSession(packages());
    await session.answerMentions("/log-query EU checkout @triage");
    expect(log.events()).toMatchObject([
      {
        type: "skill-activated",
        payload: { askedBy: "person", call: null, arguments: "EU checkout @triage" },
      },
      { type: "skill-activated", payload: { skill: { name: "triage" }, arguments: "" } },
    ]);
  });

  it("is told when its command names no skill", async () => {
    const { session, log } = aSkillSession(packages());
    await session.answerMentions("/log-qery now");
    expect(log.events()).toMatchObject([
      { type: "request-refused", payload: { askedBy: "person", rule: "unknown-skill", call: null } },
    ]);
  });
});

describe("list_skills and search_skills", () => {
  it("lists in pages, in catalogue order", async () => {
    const { call } = aSkillSession(packages(), { limits: { ...runtimeLimits, pageSkills: 1 } });
    const first = await call("list_skills", {});
    expect(first).toMatchObject({ type: "tool-called", payload: { answeredBy: "runtime", skill: null } });
    expect(first.type === "tool-called" && JSON.parse(first.payload.result)).toMatchObject({
      skills: [{ name: "triage" }],
      total: 2,
      next_cursor: "1",
    });
    const second = await call("list_skills", { cursor: "1" });
    expect(second.type === "tool-called" && JSON.parse(second.payload.result)).toEqual({
      skills: [{ name: "log-query", description: "What log-query does." }],
      total: 2,
    });
  });

  it("shows the scores of a query per field", async () => {
    const { call } = aSkillSession(packages(), { mode: "search" });
    for (const [tool, input] of [
      ["list_skills", { query: "log query" }],
      ["search_skills", { query: "log query" }],
    ] as const) {
      expect(await call(tool, input)).toMatchObject({
        type: "skills-searched",
        payload: { query: "log query", chosen: ["log-query"], candidates: [{ name: "log-query" }] },
      });
    }
  });
});

describe("hostile calls", () => {
  it.each([
    ["run_shell", { command: "rm" }, "unknown-tool"],
    ["__proto__", {}, "unknown-tool"],
    ["activate_skill", { name: { $ne: null } }, "invalid-arguments"],
    ["activate_skill", undefined, "invalid-arguments"],
    ["read_skill_resource", { name: "triage", path: "x".repeat(70_000) }, "too-large"],
  ])("are answered with one refusal each: %s", async (tool, input, rule) => {
    const { call, log } = aSkillSession(packages());
    expect(await call(tool, input)).toMatchObject({ type: "request-refused", payload: { rule } });
    expect(log.events()).toHaveLength(1);
  });

  it("leave no trace of an oversized input in the log", async () => {
    const { call } = aSkillSession(packages());
    const event = await call("activate_skill", { name: "x".repeat(10_000_000) });
    expect(JSON.stringify(event).length).toBeLessThan(1_000);
  });

  it("are refused one by one when there are too many", async () => {
    const { session } = aSkillSession(packages());
    const event = await session.refuseCall(
      { id: "c", toolName: "list_skills", input: {}, step: 1 },
      "Enough.",
    );
    expect(event).toMatchObject({ payload: { rule: "too-many-calls", result: '{"error":"Enough."}' } });
  });
});
