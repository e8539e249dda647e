import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { agentCatalogueSchema } from "@/lib/agents/catalogue-schema";
import { agentSkillsSchema } from "@/lib/agents/choice-schema";
import type { ChoiceCase } from "@/lib/agents/fixtures/choice-case";
import { choiceCases } from "@/lib/agents/fixtures/choice-cases";
import { impactSchema } from "@/lib/agents/impact-schema";
import { agentSchema } from "@/lib/agents/schema";
import { readDelivery } from "@/lib/delivery/read-delivery";
import { createPackage } from "@/lib/library/writes/create-package";
import { resolveRunSkills } from "@/lib/playground/resolve-run-skills";
import { pinDelivery } from "@/lib/served/pin-delivery";
import { callApi, sessionCookie } from "@/lib/testing/api-session";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";

const { db } = testDatabase();
let context: Context;
let cookie = "";

const textOf = ({ skill, says }: Pick<ChoiceCase, "skill" | "says">) =>
  `---\nname: ${skill}\ndescription: Does the ${skill} work. Use when somebody asks for it.\n${says}\n---\n\nDo it.\n`;

const store = (one: Pick<ChoiceCase, "skill" | "says">, publish = true) =>
  db.$transaction((tx) =>
    createPackage(
      { ...context, db: tx },
      {
        name: one.skill,
        files: [{ path: "SKILL.md", text: textOf(one) }],
        ...(publish ? { publishNote: "First" } : {}),
      },
    ),
  );

const ask = async (method: string, path: string, body?: unknown) => {
  const options = body === undefined ? { cookie } : { cookie, body };
  const answer = await callApi(method, `/workspaces/${context.workspace.slug}${path}`, options);
  return { status: answer.status, body: await answer.json() };
};

const idOf = async (name: string) =>
  (await db.skill.findFirstOrThrow({ where: { name, workspaceId: context.workspace.id } })).id;

const agentOf = async (name: string, body: object) => {
  const answer = await ask("post", "/agents", { name, ...body });
  expect(answer.status).toBe(201);
  return agentSchema.parse(answer.body);
};

beforeAll(async () => {
  context = await aContext(db);
  cookie = await sessionCookie(context);
  for (const one of choiceCases) await store(one);
});

afterEach(() => db.agent.deleteMany({ where: { workspaceId: context.workspace.id } }));

/** Opens a skill as its case says, the agent of the case being this one. */
async function open({ skill, openTo }: ChoiceCase, slug: string) {
  const other = openTo.includes("other") ? [(await agentOf("Other", {})).slug] : [];
  const agents = openTo === "agents-alone" ? null : openTo.startsWith("this") ? [slug, ...other] : other;
  const people = openTo === "agents-alone" ? { members: [], groups: [] } : null;
  const answer = await ask("put", `/skills/${skill}/access`, { baseRevision: 0, people, agents });
  expect(answer.status).toBe(200);
}

/** What each surface says of one skill: in or out, and the reason where the surface has a place for it. */
async function surfaces({ id, slug }: { id: string; slug: string }, skill: string) {
  const page = agentSkillsSchema
    .parse((await ask("get", `/agents/${slug}/skills`)).body)
    .items.find((one) => one.skill === skill);
  const run = await resolveRunSkills(context, id, []);
  const kept = run.unavailable.find(({ name }) => name === skill);
  const delivery = await readDelivery(context, { kind: "agent", agentId: id });
  const served = await pinDelivery(context, id, delivery);
  const catalogue = agentCatalogueSchema.parse((await ask("get", `/agents/${slug}/catalogue`)).body);
  const told = catalogue.skills.find((one) => one.skill === skill);
  const impact = impactSchema
    .parse((await ask("get", `/skills/${skill}/impact`)).body)
    .agents.find(({ agent }) => agent.slug === slug);
  return {
    page: page && {
      in: page.choice.in,
      reason: page.choice.reason,
      items: page.choice.items,
      why: page.choice.why,
    },
    run: {
      in: run.skills.some(({ ref }) => ref.name === skill),
      kept: kept && { reason: kept.reason, detail: kept.detail },
    },
    delivery: {
      in: delivery.skills.some((one) => one.skill === skill),
      leftOut: delivery.leftOut.find((one) => one.skill === skill),
    },
    served: {
      in: served.skills.some(({ name }) => name === skill),
      kept: served.unavailable.find(({ name }) => name === skill),
    },
    catalogue: {
      in: told !== undefined && !told.omitted,
      inText: catalogue.text.includes(`>${skill}<`),
      told,
    },
    impact: impact && { ...impact.choice, changes: impact.changes },
  };
}

describe("one answer for page, run, delivery, session, catalogue and impact", () => {
  it.each(choiceCases)("$skill: $what", async (one) => {
    const { rule, skill, assigned, reason, items, why } = one;
    const assignments = assigned === "no" ? [] : [{ skill, enabled: assigned === "on" }];
    const agent = await agentOf(`Agent of ${skill}`, { ...rule, assignments });
    if (one.openTo !== "all") await open(one, agent.slug);
    const found = await surfaces(agent, skill);

    const isCandidate = assigned !== "no" || rule.autoDiscover === true;
    expect(found.page).toEqual(isCandidate ? { in: one.in, reason, items, why } : undefined);
    expect([
      found.run.in,
      found.delivery.in,
      found.served.in,
      found.catalogue.in,
      found.catalogue.inText,
    ]).toEqual(Array.from({ length: 5 }, () => one.in));
    // Who gets the agent's skills is told of what somebody assigned: what a rule passes over is not theirs to know.
    const isKeptOut = assigned === "on" && !one.in;
    const detail = `It ${why}.`;
    expect(found.run.kept).toEqual(
      isKeptOut
        ? { reason: "not-chosen", detail }
        : reason === "off"
          ? { reason: "disabled", detail: undefined }
          : undefined,
    );
    expect(found.delivery.leftOut?.why).toBe(isKeptOut ? why : undefined);
    expect(found.served.kept?.reason).toBe(
      isKeptOut ? "not-chosen" : reason === "off" ? "disabled" : undefined,
    );
    expect(found.catalogue.told?.reason ?? null).toBe(isKeptOut ? detail : null);
    const isImpact = assigned !== "no" || one.in;
    expect(found.impact).toEqual(
      isImpact ? { before: { in: one.in, why }, after: { in: one.in, why }, changes: one.in } : undefined,
    );
  });
});

describe("an agent that finds its skills", () => {
  it("tells a key that gets them neither the names nor the patterns of what it passes over", async () => {
    const one = { autoDiscover: true, allowedSkills: ["foun?", "plain"], deniedSkills: ["plai?"] };
    const { id } = await agentOf("Finder", { ...one, assignments: [{ skill: "able" }] });
    const delivery = await readDelivery(context, { kind: "agent", agentId: id });
    expect(delivery.skills.map(({ skill }) => skill)).toEqual(["found"]);
    expect(delivery.leftOut.map(({ skill }) => skill)).toEqual(["able"]);
    const run = await resolveRunSkills(context, id, []);
    expect(run.unavailable.map(({ name }) => name)).toEqual(["able"]);
    const { items } = agentSkillsSchema.parse((await ask("get", "/agents/finder/skills")).body);
    expect(items).toHaveLength(choiceCases.length);
    await store({ skill: "passed-over", says: "" });
    expect(await readDelivery(context, { kind: "agent", agentId: id })).toEqual(delivery);
  });

  it("is offered in one conversation what its rule passes over, where that lays it over", async () => {
    const { id } = await agentOf("Layer", { autoDiscover: true, allowedSkills: ["found"] });
    const run = await resolveRunSkills(context, id, [
      { skillId: await idOf("plain"), name: "plain", follows: "latest", label: null, version: null },
    ]);
    expect(run.skills.map(({ ref }) => [ref.name, ref.source])).toEqual([
      ["found", "assignment"],
      ["plain", "overlay"],
    ]);
    expect(run.unavailable).toEqual([]);
  });
});

describe("a skill whose needs change", () => {
  it("is told in its impact before it is published: out of an agent that cannot, into one that finds it", async () => {
    await store({ skill: "coming", says: "required_capabilities: [painting]" }, false);
    const able = await agentOf("Painter", { autoDiscover: true, capabilities: ["painting"] });
    const unable = await agentOf("Clerk", { capabilities: [], assignments: [{ skill: "coming" }] });
    const { agents } = impactSchema.parse((await ask("get", "/skills/coming/impact")).body);
    const of = (slug: string) => agents.find(({ agent }) => agent.slug === slug);
    expect(of(able.slug)).toMatchObject({
      assigned: false,
      follows: "latest",
      changes: true,
      versionBefore: null,
      versionAfter: 1,
      choice: { after: { in: true, why: "is taken in by this agent’s rule" } },
    });
    expect(of(unable.slug)).toMatchObject({
      assigned: true,
      versionAfter: null,
      choice: { after: { in: false, why: "needs the capability painting, which this agent does not have" } },
    });
    const skills = agentSkillsSchema.parse((await ask("get", `/agents/${able.slug}/skills`)).body);
    expect(skills.items.some(({ skill }) => skill === "coming")).toBe(false);
  });
});

describe("POST /agents", () => {
  const problem = z.object({ code: z.string(), errors: z.array(z.object({ path: z.string() })).optional() });

  it("takes settings, capabilities and assignments in one call, as one revision", async () => {
    const agent = await agentOf("Whole", {
      capabilities: ["web"],
      allowedSkills: ["pla*", "able"],
      environment: { os: "linux" },
      assignments: [{ skill: "able", follows: "version", version: 1 }, { skill: "plain" }],
    });
    expect(agent).toMatchObject({
      revision: 1,
      capabilities: ["web"],
      skillTypes: null,
      autoDiscover: false,
      allowedSkills: ["pla*", "able"],
      deniedSkills: [],
      environment: { os: "linux", bins: null, env: null },
    });
    expect(agent.assignments.map(({ skill, version }) => [skill, version])).toEqual([
      ["able", 1],
      ["plain", null],
    ]);
  });

  it.each([
    [{ skills: ["plain"] }, "skills"],
    [{ environment: { oss: "linux" } }, "environment.oss"],
    [{ assignments: [{ skill: "plain", enable: true }] }, "assignments.0.enable"],
    [{ capabilities: ["web", ""] }, "capabilities.1"],
    [{ assignments: [{ skill: "plain" }, { skill: "plain" }] }, "assignments.1.skill"],
  ])("refuses %j and names the place", async (body, path) => {
    const answer = await ask("post", "/agents", { name: "Refused", ...body });
    expect(answer.status).toBe(422);
    expect(problem.parse(answer.body).errors?.map((error) => error.path)).toEqual([path]);
    expect((await ask("get", "/agents/refused")).status).toBe(404);
  });

  it("makes no agent where an assignment cannot be", async () => {
    for (const [assignment, status] of [
      [{ skill: "missing" }, 404],
      [{ skill: "plain", follows: "version", version: 9 }, 404],
      [{ skill: "plain", follows: "label", label: "latest" }, 422],
    ] as const) {
      const answer = await ask("post", "/agents", { name: "Half", assignments: [assignment] });
      expect(answer.status).toBe(status);
      expect((await ask("get", "/agents/half")).status).toBe(404);
    }
  });

  it("assigns nothing of another workspace", async () => {
    const elsewhere = await aContext(db);
    const theirs = await sessionCookie(elsewhere);
    const path = `/workspaces/${elsewhere.workspace.slug}/agents`;
    const made = await callApi("post", path, {
      cookie: theirs,
      body: { name: "Thief", assignments: [{ skill: "plain" }] },
    });
    expect(made.status).toBe(404);
    const finder = await callApi("post", path, {
      cookie: theirs,
      body: { name: "Finder", autoDiscover: true },
    });
    expect(finder.status).toBe(201);
    const skills = await callApi("get", `${path}/finder/skills`, { cookie: theirs });
    expect(agentSkillsSchema.parse(await skills.json()).items).toEqual([]);
    expect((await ask("get", "/agents/finder/skills")).status).toBe(404);
  });
});
