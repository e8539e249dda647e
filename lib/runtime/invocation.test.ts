import { describe, expect, it } from "vitest";
import { agentDialects } from "@/lib/agents/agent-options";
import { findDialect } from "@/lib/dialects/find-dialect";
import { aRunStarted, aSessionSkill, aSkillSession } from "@/lib/testing/sessions/skill-sessions";
import { explainAbsence } from "./explain-absence";
import type { RouteSkills } from "./ports";
import type { SessionSetup } from "./session-setup";
import { readTurnFacts } from "./turn-facts";

const document = (name: string) => `---\nname: ${name}\ndescription: D.\n---\n\nThe body of ${name}.\n`;
const packages = {
  notes: { "SKILL.md": document("notes") },
  deploy: { "SKILL.md": document("deploy"), "references/steps.md": "One step.\n" },
  style: { "SKILL.md": document("style") },
};
const [notes, plainDeploy, plainStyle] = Object.keys(packages).map((name, index) =>
  aSessionSkill(name, `What ${name} does about releases.`, index + 1),
);
if (!notes || !plainDeploy || !plainStyle) throw new Error("three packages make three skills");
/** One is of people alone, the other of the model alone. */
const deploy = { ...plainDeploy, ref: { ...plainDeploy.ref, modelInvocable: false } };
const style = { ...plainStyle, ref: { ...plainStyle.ref, userInvocable: false } };

const aSession = (overrides: Partial<SessionSetup> = {}) =>
  aSkillSession(packages, { skills: [notes, deploy, style], ...overrides });

describe("a skill that its author keeps from the model", () => {
  const everyPresentation = agentDialects.flatMap((id) => {
    const dialect = findDialect(id);
    return (dialect?.modes ?? []).flatMap((mode) => (dialect ? [{ id, mode, dialect }] : []));
  });

  it.each(everyPresentation)("is nowhere in what $id tells in $mode mode", async ({ dialect, mode }) => {
    const routed: string[] = [];
    const routeSkills: RouteSkills = async (_query, candidates) => {
      routed.push(...candidates.map(({ name }) => name));
      return { selectedSkillNames: ["notes", "deploy"], reasoning: "Both." };
    };
    const { session, log } = aSession({ dialect, mode, routeSkills });
    await log.append({ type: "run-started", payload: aRunStarted("@deploy it") });
    const told = await session.injectCatalogue();
    expect(told).toMatchObject({ type: "catalogue-injected" });
    expect(JSON.stringify(told?.payload)).not.toContain("deploy");
    expect(routed).not.toContain("deploy");
  });

  it("brings neither catalogue nor tools when there is no other", async () => {
    const { session, log } = aSession({ skills: [deploy] });
    expect(await session.injectCatalogue()).toBeNull();
    expect(log.events()).toEqual([]);
  });

  it("is found by no list and no search, and cannot be asked for", async () => {
    const { call } = aSession({ mode: "search" });
    for (const answer of [
      await call("list_skills", {}),
      await call("list_skills", { query: "releases" }),
      await call("search_skills", { query: "releases" }),
    ])
      expect(JSON.stringify({ ...answer.payload, call: null, query: "" })).not.toContain("deploy");
    expect(await call("activate_skill", { name: "deploy" })).toMatchObject({
      type: "request-refused",
      payload: { rule: "not-assigned", result: expect.not.stringContaining('"deploy"') },
    });
  });

  it("is called the person's own by a host that says so", async () => {
    const dialect = findDialect("claude-code");
    const { call } = aSession(dialect ? { dialect } : {});
    expect(await call("Skill", { skill: "deploy" })).toMatchObject({
      payload: { rule: "not-assigned", result: expect.stringContaining("who types /deploy") },
    });
  });

  it.each(["/deploy now", "Please @deploy now"])("is activated by a person: %s", async (message) => {
    const { session, log, call } = aSession();
    await session.answerMentions(message);
    expect(log.events()).toMatchObject([
      { type: "skill-activated", payload: { skill: { name: "deploy" }, askedBy: "person" } },
    ]);
    expect(await call("read_skill_resource", { name: "deploy", path: "references/steps.md" })).toMatchObject({
      type: "resource-read",
    });
  });

  it("is read by a host's own paths once a person has activated it, and not before", async () => {
    const dialect = findDialect("claude-code");
    if (!dialect) throw new Error("there is a Claude Code dialect");
    const { session, call } = aSession({ dialect });
    const read = () => call("Read", { file_path: "skill://deploy/references/steps.md" });
    expect(await read()).toMatchObject({ type: "request-refused" });
    await session.answerMentions("/deploy");
    expect(await read()).toMatchObject({ type: "resource-read" });
  });

  it("is why it was not activated", async () => {
    const { session, log } = aSession();
    const offered = [notes, deploy, style].map(({ ref }) => ref);
    await log.append({ type: "run-started", payload: { ...aRunStarted("Release it"), offered } });
    await session.injectCatalogue();
    expect(explainAbsence(readTurnFacts(log.events()), deploy.ref.skillId).reason).toBe(
      "Its author keeps it from the model: only a person may activate it, by its name.",
    );
  });
});

describe("a skill that is the model's alone", () => {
  it.each(["/style it", "With @style, please"])(
    "is refused to a person, and says why: %s",
    async (message) => {
      const { session, log } = aSession();
      await session.answerMentions(message);
      expect(log.events()).toMatchObject([
        {
          type: "request-refused",
          payload: { rule: "model-only", skillName: "style", askedBy: "person", call: null },
        },
      ]);
    },
  );

  it("is told to the model and activated by it", async () => {
    const { session, call } = aSession();
    expect(JSON.stringify(await session.injectCatalogue())).toContain("style");
    expect(await call("activate_skill", { name: "style" })).toMatchObject({ type: "skill-activated" });
  });

  it("is not added to a router's choice because a person named it", async () => {
    const routeSkills: RouteSkills = async () => ({ selectedSkillNames: [], reasoning: "None." });
    const { session, log } = aSession({ mode: "router", routeSkills });
    await log.append({ type: "run-started", payload: aRunStarted("@style and @notes") });
    await session.injectCatalogue();
    expect(log.events()[1]).toMatchObject({ type: "skills-routed", payload: { chosen: ["notes"] } });
  });
});

describe("when_to_use", () => {
  const skills = [{ ...notes, whenToUse: "After a merge." }];
  const textIn = async (id: string) => {
    const dialect = findDialect(id);
    if (!dialect) throw new Error(`there is a dialect ${id}`);
    const told = await aSession({ dialect, mode: "inline", skills }).session.injectCatalogue();
    return told?.type === "catalogue-injected" ? told.payload.text : "";
  };

  // https://code.claude.com/docs/en/skills: "appended to description in the skill listing".
  it("follows the description in Claude Code's list", async () => {
    expect(await textIn("claude-code")).toContain(
      "- notes: What notes does about releases. - After a merge.",
    );
  });

  it("is told by no host that does not read it", async () => {
    expect(await textIn("standard")).not.toContain("After a merge.");
  });
});
