import { describe, expect, it } from "vitest";
import { aRunStarted, aSkillSession } from "@/lib/testing/sessions/skill-sessions";
import { assemblePrompt } from "./assemble-prompt";
import { runtimeLimits } from "./limits";
import type { AnswerTool, ToolQuestion } from "./ports";

const pager = {
  "SKILL.md": [
    "---",
    "name: pager",
    "description: Pages people.",
    "tools:",
    "  - name: page_owner",
    "    description: Pages the owner.",
    "    parameters:",
    "      team:",
    "        type: string",
    "        required: true",
    "      level:",
    "        type: number",
    "---",
    "",
    "Page the owner.",
    "",
  ].join("\n"),
  "scripts/page.sh": "echo",
};
const weather = {
  name: "weather",
  description: "The weather.",
  inputSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};

async function aRun(answerTool?: AnswerTool, overrides: Parameters<typeof aSkillSession>[1] = {}) {
  const run = aSkillSession({ pager }, { ...(answerTool ? { answerTool } : {}), ...overrides });
  const started = { ...aRunStarted("Help"), otherTools: [weather], otherToolTokens: 7 };
  await run.log.append({ type: "run-started", payload: started });
  await run.session.injectCatalogue();
  return { ...run, offered: () => assemblePrompt(run.log.events()).tools.map(({ name }) => name) };
}
const asked: ToolQuestion[] = [];
const stub: AnswerTool = async (question) => {
  asked.push(question);
  return { result: "paged", answeredBy: "stub" };
};

describe("a skill's own tool", () => {
  it("is offered while the skill is active, and then answered from outside", async () => {
    const { call, offered } = await aRun(stub);
    expect(offered()).not.toContain("pager__page_owner");
    expect(await call("pager__page_owner", { team: "web" })).toMatchObject({
      payload: { rule: "unknown-tool" },
    });
    await call("activate_skill", { name: "pager" });
    expect(offered()).toContain("pager__page_owner");
    expect(await call("pager__page_owner", { team: "web" })).toMatchObject({
      type: "tool-called",
      payload: { answeredBy: "stub", result: "paged", skill: { name: "pager" } },
    });
    expect(asked.at(-1)).toMatchObject({ tool: "page_owner", skill: { name: "pager" }, path: null });
  });

  it("is gone when the skill's text is", async () => {
    const { call, offered, log } = await aRun(stub);
    const event = await call("activate_skill", { name: "pager" });
    await log.append({
      type: "content-evicted",
      payload: { what: "skill", evictedSeq: event.seq, skill: null, path: null, why: "", tokensFreed: 1 },
    });
    expect(offered()).not.toContain("pager__page_owner");
  });

  it("is offered from the start where its body is", async () => {
    const { offered } = await aRun(stub, { mode: "eager" });
    expect(offered()).toContain("pager__page_owner");
  });

  it.each([[{}], [{ team: 7 }], [{ team: "web", level: "high" }], ["web"], [null]])(
    "refuses %j, which does not fit its parameters, and asks nobody",
    async (input) => {
      const { call } = await aRun(() => Promise.reject(new Error("asked")));
      await call("activate_skill", { name: "pager" });
      const event = await call("pager__page_owner", input);
      expect(event).toMatchObject({
        type: "request-refused",
        payload: { rule: "invalid-arguments", skillName: "pager" },
      });
      const result = event.type === "request-refused" ? event.payload.result : "";
      expect(JSON.parse(result).error).toContain("Invalid arguments for pager__page_owner");
    },
  );

  it("is refused when there is no stub and nobody types a result", async () => {
    const { call } = await aRun(async () => null);
    await call("activate_skill", { name: "pager" });
    expect(await call("pager__page_owner", { team: "web" })).toMatchObject({
      type: "request-refused",
      payload: { rule: "unanswered" },
    });
    const without = await aRun();
    expect(await without.call("weather", { city: "Ghent" })).toMatchObject({
      payload: { rule: "unanswered" },
    });
  });
});

describe("a call that somebody did not allow", () => {
  it("is refused in the words of why, and the host says it", async () => {
    const { call } = await aRun(async () => ({ refused: "weather: a person did not allow it to run." }));
    expect(await call("weather", { city: "Bern" })).toMatchObject({
      type: "request-refused",
      payload: { rule: "needs-leave", message: "weather: a person did not allow it to run." },
    });
  });
});

describe("a tool of the agent's own", () => {
  it("is offered beside those of the skills, and belongs to none", async () => {
    const { call, offered } = await aRun(async () => ({ result: "Rain.", answeredBy: "server" }));
    expect(offered()[0]).toBe("weather");
    expect(await call("weather", { city: "Ghent" })).toMatchObject({
      payload: { answeredBy: "server", skill: null, result: "Rain." },
    });
    expect(await call("weather", {})).toMatchObject({ payload: { rule: "invalid-arguments" } });
  });

  it("has a result of bounded length, whatever comes back", async () => {
    const { call } = await aRun(async () => ({ result: "é".repeat(5_000_000), answeredBy: "server" }));
    const event = await call("weather", { city: "Ghent" });
    const result = event.type === "tool-called" ? event.payload.result : "";
    expect(new TextEncoder().encode(result).length).toBeLessThan(runtimeLimits.toolResultBytes + 100);
    expect(result).toMatch(/é\n\[Cut: 100 KiB of [\d.]+ MiB\.\]$/);
    expect(result).not.toContain("\uFFFD");
  });

  it("may have a schema that nobody understands: then every input will do", async () => {
    const odd = { ...weather, inputSchema: { $ref: "https://elsewhere.example/schema" } };
    const run = aSkillSession({ pager }, { answerTool: stub });
    await run.log.append({ type: "run-started", payload: { ...aRunStarted("Help"), otherTools: [odd] } });
    expect(await run.call("weather", { any: 1 })).toMatchObject({ type: "tool-called" });
  });

  it("has no expression of its schema run: one that never ends would hold the whole server", async () => {
    const endless = { type: "string", pattern: "^(a+)+$" };
    const inputSchema = {
      type: "object",
      properties: { city: endless, pattern: { type: "number" } },
      patternProperties: { "^(b+)+$": { type: "string" } },
      required: ["city"],
    };
    const run = aSkillSession({ pager }, { answerTool: stub });
    const otherTools = [{ ...weather, inputSchema }];
    await run.log.append({ type: "run-started", payload: { ...aRunStarted("Help"), otherTools } });
    expect(await run.call("weather", { city: "aaaa!", bbbb: 1 })).toMatchObject({ type: "tool-called" });
    expect(await run.call("weather", { city: "a", pattern: "x" })).toMatchObject({
      payload: { rule: "invalid-arguments" },
    });
  });

  it("gets an input of ten megabytes no further than the limit", async () => {
    const { call } = await aRun(stub);
    expect(await call("weather", { city: "x".repeat(10_000_000) })).toMatchObject({
      payload: { rule: "too-large", call: { input: { omitted: expect.any(String) } } },
    });
  });
});

describe("a script tool of the host", () => {
  const hostTool = (path: string | null, name: string | null = "pager") => ({
    readCall: () => ({
      ok: true as const,
      value: { kind: "host-tool" as const, toolName: "run_script", name, path, input: {} },
    }),
  });
  const run = async (path: string | null, name: string | null = "pager") => {
    const { setup } = aSkillSession({ pager });
    const { call } = await aRun(stub, { dialect: { ...setup.dialect, ...hostTool(path, name) } });
    return call("run_script", {});
  };

  it("runs nothing and is answered from outside, for a script that is there", async () => {
    expect(await run("scripts/page.sh")).toMatchObject({ type: "tool-called", payload: { result: "paged" } });
    expect(asked.at(-1)).toMatchObject({ tool: "run_script", path: "scripts/page.sh" });
    expect(await run("page.sh")).toMatchObject({ type: "tool-called" });
    expect(await run(null, null)).toMatchObject({ type: "tool-called", payload: { skill: null } });
  });

  it("is refused for a script, a place and a skill that are not there", async () => {
    expect(await run("scripts/pag.sh")).toMatchObject({
      payload: { rule: "unknown-resource", result: expect.stringContaining("scripts/page.sh") },
    });
    expect(await run("../../etc/passwd")).toMatchObject({ payload: { rule: "outside-package" } });
    expect(await run("scripts/page.sh", "pagr")).toMatchObject({ payload: { rule: "unknown-skill" } });
  });
});
