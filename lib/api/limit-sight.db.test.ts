import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { changeAccess } from "@/lib/library/commands/change-access";
import { createConversation } from "@/lib/sessions/commands";
import { callApi, sessionCookie } from "@/lib/testing/api-session";
import { documentedOperations } from "@/lib/testing/cast/cast-rows";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { rehearse } from "@/lib/testing/sessions/rehearsals";

const { db } = testDatabase();
const skill = "payroll";
const withId = z.looseObject({ id: z.string() });
let owner: Context;
let reviewer: Context;
let cookies: { owner: string; reviewer: string };
let thread = "";
let comment = "";
let conversation = "";

const ask = async (who: keyof typeof cookies, method: string, path: string, body?: unknown) => {
  const answer = await callApi(method, `/workspaces/${owner.workspace.slug}${path}`, {
    cookie: cookies[who],
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, text: await answer.text() };
};

async function aRehearsal(person: Context): Promise<string> {
  const { id } = await createConversation(person, { agent: "helper" });
  await rehearse(person, id, "Of the weather");
  return id;
}

const operations = (await documentedOperations()).flatMap((operation) => {
  const [method = "", path = ""] = operation.split(" ");
  const scope = "/workspaces/{workspace}";
  return path.startsWith(scope) ? [{ method, path: path.slice(scope.length) }] : [];
});
const underSkill = operations.filter(({ path }) => path.startsWith("/skills/{skill}"));

beforeAll(async () => {
  owner = await aContext(db);
  reviewer = await aColleague(owner, "reviewer");
  cookies = { owner: await sessionCookie(owner), reviewer: await sessionCookie(reviewer) };
  await aPackage(owner, { name: skill });
  await aPackage(owner, { name: "notes", publishNote: "First" });
  await ask("owner", "post", `/skills/${skill}/reviews`, { title: "Of payroll" });
  const begun = await ask("owner", "post", "/threads", {
    review: 1,
    anchor: { kind: "general" },
    body: "Secret",
  });
  const made = withId.extend({ comments: z.array(withId) }).parse(JSON.parse(begun.text));
  thread = made.id;
  comment = made.comments[0]?.id ?? "";
  await createAgent(owner, {
    name: "Helper",
    assignments: [{ skill, follows: "draft" }, { skill: "notes" }],
  });
  conversation = await aRehearsal(owner);
  await changeAccess(owner, { skill, baseRevision: 0, people: { members: [], groups: [] }, agents: null });
});

describe("a skill that is not open to the asker", () => {
  it("has many operations", () => expect(underSkill.length).toBeGreaterThan(60));

  it.each(underSkill)("is not here to $method $path", async ({ method, path }) => {
    const address = path
      .replace("{skill}", skill)
      .replace("{number}", "1")
      .replace(/\{[a-z]+\}/g, "0190a000-0000-7000-8000-000000000000");
    const answer = await ask("reviewer", method.toLowerCase(), address, method === "GET" ? undefined : {});
    expect(answer.status).toBe(404);
    expect(answer.text).toContain("There is no skill “payroll” in this workspace.");
  });

  it("has no reviews, threads or comments", async () => {
    for (const [method, path, body] of [
      ["get", "/reviews/1"],
      ["get", "/reviews/1/proof"],
      ["patch", "/reviews/1", { title: "Mine" }],
      ["get", "/threads?review=1"],
      ["post", "/threads", { review: 1, anchor: { kind: "general" }, body: "Mine" }],
      ["patch", `/threads/${thread}`, { resolved: true }],
      ["post", `/threads/${thread}/comments`, { body: "Mine" }],
      ["patch", `/comments/${comment}`, { body: "Mine" }],
    ] as const)
      expect({ path, ...(await ask("reviewer", method, path, body)) }).toMatchObject({ path, status: 404 });
    expect((await ask("owner", "get", "/reviews/1")).status).toBe(200);
  });

  it.each([
    "/skills",
    "/skills?query=payroll",
    "/reviews",
    "/activity?days=30",
    "/proof",
    "/radar-skills",
    "/contested-names",
    "/improvements",
  ])("is not named by %s", async (path) => {
    const answer = await ask("reviewer", "get", path);
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain(skill);
  });

  it("closes shared conversations of others in which it was offered: what was sent there names it", async () => {
    const at = `/conversations/${conversation}`;
    for (const path of [at, `${at}/events`, `/threads?conversation=${conversation}`])
      expect({ path, ...(await ask("reviewer", "get", path)) }).toMatchObject({ path, status: 404 });
    expect((await ask("reviewer", "get", "/conversations")).text).not.toContain(conversation);
    for (const path of [at, "/conversations"]) {
      const answer = await ask("owner", "get", path);
      expect([answer.status, answer.text]).toEqual([200, expect.stringContaining(conversation)]);
    }
    const event = { kind: "event", conversation, seq: 1 };
    const begun = await ask("owner", "post", "/threads", { anchor: event, body: "Not for everybody" });
    const { id } = withId.parse(JSON.parse(begun.text));
    for (const [method, path, body] of [
      ["patch", `/threads/${id}`, { resolved: true }],
      ["post", `/threads/${id}/comments`, { body: "Mine" }],
    ] as const)
      expect({ path, ...(await ask("reviewer", method, path, body)) }).toMatchObject({ path, status: 404 });
    expect((await ask("owner", "patch", `/threads/${id}`, { resolved: true })).status).toBe(200);
    const own = await aRehearsal(reviewer);
    for (const who of ["owner", "reviewer"] as const)
      expect((await ask(who, "get", `/conversations/${own}`)).status).toBe(200);
  });

  it("is taken by no call for many", async () => {
    const acts = [{ kind: "archive" }];
    const batch = await ask("reviewer", "post", "/skills/batch", { skills: { names: [skill] }, acts });
    expect(batch.text).not.toContain(`"outcome":"done"`);
    const asked = { skills: { names: [skill] }, format: "zip" };
    expect((await ask("reviewer", "post", "/skills/export", asked)).status).toBe(422);
    const overlay = [{ skill, follows: "draft" }];
    await ask("owner", "post", "/agents", { name: "Desk" });
    expect((await ask("reviewer", "post", "/conversations", { agent: "desk", overlay })).status).toBe(404);
    const tried = await ask("owner", "post", "/conversations", { agent: "desk", overlay });
    const { id } = z.object({ id: z.string() }).parse(JSON.parse(tried.text));
    expect((await ask("reviewer", "get", `/conversations/${id}`)).status).toBe(404);
  });
});
