import { describe, expect, it } from "vitest";
import { aRunStarted, aSessionSkill, aSkillSession } from "@/lib/testing/sessions/skill-sessions";
import { assemblePrompt } from "./assemble-prompt";
import { computeLedger } from "./compute-ledger";
import type { ActivationText, CatalogueText, RouteSkills } from "./ports";
import type { ReadSkill } from "./read-skill";

const skillFile = (name: string, body: string) => ({
  "SKILL.md": `---\nname: ${name}\ndescription: What ${name} does.\n---\n\n${body}\n`,
});
const packages = () => ({
  triage: { ...skillFile("triage", "# Triage\n\nFind the severity."), "references/matrix.md": "SEV2" },
  notes: skillFile("notes", "Write notes about $ARGUMENTS."),
});
const router =
  (names: readonly string[], reasoning = "Because."): RouteSkills =>
  async () => ({ selectedSkillNames: names, reasoning });

async function aRun(overrides: Parameters<typeof aSkillSession>[1], message = "Help", files = packages()) {
  const run = aSkillSession(files, overrides);
  await run.log.append({ type: "run-started", payload: aRunStarted(message) });
  const catalogue = await run.session.injectCatalogue();
  await run.session.answerMentions(message);
  return { ...run, catalogue: catalogue?.type === "catalogue-injected" ? catalogue.payload : null };
}

describe("router mode", () => {
  it("offers what the router selected and nothing else", async () => {
    const { catalogue, call, log } = await aRun({ mode: "router", routeSkills: router(["notes"]) });
    expect(catalogue?.mode).toBe("router");
    expect(catalogue?.text).toContain("notes");
    expect(catalogue?.text).not.toContain("triage");
    expect(log.events()[1]).toMatchObject({
      type: "skills-routed",
      payload: { query: "Help", chosen: ["notes"], dropped: [], reasoning: "Because." },
    });
    expect(await call("activate_skill", { name: "triage" })).toMatchObject({
      type: "request-refused",
      payload: { rule: "not-assigned" },
    });
    expect(await call("activate_skill", { name: "notes" })).toMatchObject({ type: "skill-activated" });
  });

  it("offers nothing for an empty selection: no catalogue and no tools", async () => {
    const { catalogue, log } = await aRun({ mode: "router", routeSkills: router([]) });
    expect(catalogue).toBeNull();
    expect(assemblePrompt(log.events())).toMatchObject({ system: "Be brief.", tools: [] });
  });

  it("drops names that the router made up, and says so", async () => {
    const made = ["notes", "x".repeat(500), "notes", "nothing"];
    const { log } = await aRun({ mode: "router", routeSkills: router(made) });
    expect(log.events()[1]).toMatchObject({
      payload: { chosen: ["notes"], dropped: ["x".repeat(100), "nothing"] },
    });
  });

  it("offers what the person asked for whatever the router says", async () => {
    const { log, call } = await aRun({ mode: "router", routeSkills: router([]) }, "/triage now");
    expect(log.events().map(({ type }) => type)).toContain("skill-activated");
    expect(await call("read_skill_resource", { name: "triage", path: "references/matrix.md" })).toMatchObject(
      { type: "resource-read" },
    );
  });

  it("shows a router at most 40 skills, those that a search finds among them", async () => {
    const skills = Array.from({ length: 60 }, (_, index) =>
      aSessionSkill(`skill-${index}`, index === 59 ? "Pays refunds." : "Does it.", index + 1),
    );
    let seen: string[] = [];
    const routeSkills: RouteSkills = async (_, candidates) => {
      seen = candidates.map(({ name }) => name);
      return { selectedSkillNames: [], reasoning: "" };
    };
    await aRun({ mode: "router", routeSkills, skills }, "pay the refund");
    expect(seen).toHaveLength(40);
    expect(seen).toContain("skill-59");
  });

  it("fails the run when the router cannot be asked", async () => {
    const broken: RouteSkills = () => Promise.reject(new Error("no connection"));
    await expect(aRun({ mode: "router", routeSkills: broken })).rejects.toThrow("no connection");
    await expect(aRun({ mode: "router" })).rejects.toThrow("needs a router");
  });
});

describe("eager mode", () => {
  it("puts the bodies into the prompt, where they count as active", async () => {
    const { catalogue, log, session } = await aRun({ mode: "eager" });
    expect(catalogue?.mode).toBe("eager");
    expect(assemblePrompt(log.events()).system).toContain("Find the severity.");
    expect(catalogue?.eager?.map(({ skill }) => skill.name)).toEqual(["triage", "notes"]);
    await session.answerMentions("@triage");
    expect(log.events().at(-1)).toMatchObject({
      type: "skill-already-active",
      payload: { since: { turn: 1, seq: 2 } },
    });
  });

  it("brings a text in again that other arguments made another, and only that", async () => {
    const { log, session } = await aRun({ mode: "eager" });
    await session.answerMentions("/notes the release");
    expect(log.events().at(-1)).toMatchObject({
      type: "skill-reactivated",
      payload: { reason: "other-arguments", previous: { seq: 2 } },
    });
  });

  it("is active since the first of the turns that told the same", async () => {
    const { log, session } = await aRun({ mode: "eager" });
    log.turn = 2;
    await log.append({ type: "run-started", payload: aRunStarted("Again") });
    expect(await session.injectCatalogue()).toMatchObject({ payload: { unchangedSinceSeq: 2 } });
    await session.answerMentions("@triage");
    expect(log.events().at(-1)).toMatchObject({ payload: { since: { turn: 1, seq: 2 } } });
  });

  it("holds nothing active in a later turn that is told names only", async () => {
    const first = await aRun({ mode: "eager" });
    const { setup, log } = first;
    log.turn = 2;
    await log.append({ type: "run-started", payload: aRunStarted("Again") });
    const { session } = aSkillSession(packages(), { ...setup, mode: "inline" });
    await session.injectCatalogue();
    await session.answerMentions("@triage");
    expect(log.events().at(-1)).toMatchObject({
      type: "skill-reactivated",
      payload: { reason: "evicted", previous: { turn: 1 } },
    });
  });

  it("names the skills it leaves out: unreadable ones, and those that would fill the window", async () => {
    const files = {
      ...packages(),
      broken: { "README.md": "" },
      huge: skillFile("huge", "word ".repeat(30_000)),
    };
    const log = aSkillSession(files, { mode: "eager" });
    const payload = aRunStarted("Help");
    await log.log.append({
      type: "run-started",
      payload: { ...payload, model: { ...payload.model, windowTokens: 10_000 } },
    });
    const event = await log.session.injectCatalogue();
    expect(event).toMatchObject({
      payload: {
        omitted: [
          { name: "broken", reason: "it has no SKILL.md" },
          { name: "huge", reason: "All bodies together may take 8000 tokens." },
        ],
      },
    });
  });

  it("counts each body for its skill in the ledger, not for the catalogue", async () => {
    const { log } = await aRun({ mode: "eager" });
    const [turn] = computeLedger(log.events()).turns;
    const tokens = (kind: string) =>
      turn?.parts.filter((part) => part.kind === kind).reduce((sum, part) => sum + part.tokens, 0) ?? 0;
    expect(tokens("skill")).toBeGreaterThan(10);
    expect(turn?.total).toBe(assemblePrompt(log.events()).tokens);
  });
});

describe("preload mode", () => {
  it("puts the instructions of what the router chose into the prompt, and nothing of the others", async () => {
    const { catalogue, log, call } = await aRun({ mode: "preload", routeSkills: router(["triage"]) });
    expect(catalogue).toMatchObject({ mode: "preload", skills: 1, eager: [{ skill: { name: "triage" } }] });
    const { system, tools } = assemblePrompt(log.events());
    expect(system).toContain("Find the severity.");
    expect(system).not.toContain("notes");
    expect(tools.map(({ name }) => name)).toEqual(["read_skill_resource"]);
    const file = { name: "triage", path: "references/matrix.md" };
    expect(await call("read_skill_resource", file)).toMatchObject({ type: "resource-read" });
    expect(await call("read_skill_resource", { ...file, name: "notes" })).toMatchObject({
      type: "request-refused",
    });
  });

  it("has neither instructions nor tools when the router chooses none", async () => {
    const { catalogue, log } = await aRun({ mode: "preload", routeSkills: router([]) });
    expect(catalogue?.eager ?? []).toEqual([]);
    expect(assemblePrompt(log.events()).system).not.toContain("Find the severity.");
  });

  it("has what is active before a person names it, and brings it in again once the router has left it out", async () => {
    const first = await aRun({ mode: "preload", routeSkills: router(["triage"]) }, "@triage");
    expect(first.log.events().at(-1)).toMatchObject({ type: "skill-already-active" });
    const { setup, log } = first;
    log.turn = 2;
    await log.append({ type: "run-started", payload: aRunStarted("Notes, please") });
    const { session } = aSkillSession(packages(), { ...setup, routeSkills: router(["notes"]) });
    await session.injectCatalogue();
    expect(assemblePrompt(log.events()).system).not.toContain("Find the severity.");
    await session.answerMentions("@triage");
    expect(log.events().at(-1)).toMatchObject({
      type: "skill-reactivated",
      payload: { skill: { name: "triage" }, previous: { turn: 1 } },
    });
  });

  it("fails the run when the router cannot be asked", async () => {
    await expect(aRun({ mode: "preload" })).rejects.toThrow("needs a router");
  });
});

describe("a mode that the dialect does not present", () => {
  it("becomes the dialect's own", async () => {
    const { setup } = aSkillSession(packages());
    const { catalogue } = await aRun({ mode: "eager", dialect: { ...setup.dialect, modes: ["inline"] } });
    expect(catalogue?.mode).toBe("inline");
  });
});

describe("what was made of a digest before", () => {
  const memo = <T>() => {
    const held = new Map<string, T>();
    return {
      get: (key: string) => held.get(key),
      set: (key: string, value: T) => void held.set(key, value),
      held,
    };
  };
  const cache = () => ({
    skills: memo<ReadSkill>(),
    activations: memo<ActivationText>(),
    catalogues: memo<CatalogueText>(),
  });

  it("is not made again: the same event, and no file is read", async () => {
    const shared = cache();
    const first = await aRun({ cache: shared }, "/triage");
    const second = await aRun({ cache: shared }, "/triage");
    expect(second.log.events()).toEqual(first.log.events());
    expect(first.source.reads).toEqual(["triage/SKILL.md"]);
    expect(second.source.reads).toEqual([]);
    expect(shared.catalogues.held.size).toBe(1);
  });

  it("is another thing for another digest, other arguments and another budget", async () => {
    const shared = cache();
    await aRun({ cache: shared }, "/notes one");
    await aRun({ cache: shared, budgetCharacters: 300 }, "/notes two");
    const changed = [aSessionSkill("notes", "Other.", 9)];
    const { log } = await aRun({ cache: shared, skills: changed }, "/notes one");
    expect(shared.catalogues.held.size).toBe(3);
    expect(shared.activations.held.size).toBe(3);
    expect(log.events().at(-1)).toMatchObject({ type: "skill-activated" });
  });
});
