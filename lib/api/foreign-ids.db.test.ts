import { describe, expect, it } from "vitest";
import { z } from "zod";
import { callApi, sessionCookie } from "@/lib/testing/api-session";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { storedRows } from "@/lib/testing/rows/stored-rows";

const { db } = testDatabase();
const answer = z.looseObject({});
const threadSchema = z.object({ id: z.string(), comments: z.array(z.object({ id: z.string() })) });

async function ask(cookie: string, method: string, path: string, body?: unknown) {
  const response = await callApi(method, path, { cookie, ...(body === undefined ? {} : { body }) });
  return { status: response.status, body: answer.parse(await response.json()) };
}

/** Somebody's workspace with one of everything, made through the API. */
async function furnishedWorkspace() {
  const context = await aContext(db);
  const cookie = await sessionCookie(context);
  const base = `/workspaces/${context.workspace.slug}`;
  const skill = `secret-skill-${context.workspace.slug}`;
  await ask(cookie, "post", `${base}/skills`, { name: skill });
  const agent = await ask(cookie, "post", `${base}/agents`, { name: `Agent of ${context.workspace.slug}` });
  const slug = z.string().parse(agent.body.slug);
  const conversation = await ask(cookie, "post", `${base}/conversations`, { agent: slug });
  const conversationId = z.string().parse(conversation.body.id);
  const run = await ask(cookie, "post", `${base}/conversations/${conversationId}/runs`, { message: "Hello" });
  const review = await ask(cookie, "post", `${base}/skills/${skill}/reviews`, { title: "Secret" });
  const number = z.int().parse(review.body.number);
  const anchor = { kind: "general" };
  const begun = await ask(cookie, "post", `${base}/threads`, { review: number, anchor, body: "Secret" });
  const thread = threadSchema.parse(begun.body);
  const gives = { kind: "label", label: "secret" };
  const address = await ask(cookie, "post", `${base}/addresses`, { name: "Secret", gives });
  const mirrored = { of: { kind: "agent", agent: slug }, url: "https://git.example.org/secret.git" };
  const mirror = await ask(cookie, "post", `${base}/mirrors`, mirrored);
  const from = { name: "Theirs", url: "https://git.example.org/theirs.git" };
  const source = await ask(cookie, "post", `${base}/sources`, from);
  const group = await ask(cookie, "post", `${base}/groups`, { name: "Secret" });
  return {
    cookie,
    workspace: context.workspace.slug,
    ids: {
      skill,
      agent: slug,
      conversation: conversationId,
      run: z.string().parse(run.body.id),
      member: context.actor.userId,
      group: z.string().parse(group.body.id),
      thread: thread.id,
      comment: thread.comments[0]?.id ?? "",
      address: z.string().parse(address.body.id),
      mirror: z.string().parse(mirror.body.id),
      source: z.string().parse(source.body.id),
      ...(await storedRows(context, { id: z.string().parse(agent.body.id), slug })),
    },
  };
}

const mine = await furnishedWorkspace();
const theirs = await furnishedWorkspace();

const digest = "0".repeat(64);
/** A number that only their workspace has: both count from 1. */
const theirReview = 2;
await db.review.updateMany({
  where: { workspace: { slug: theirs.workspace } },
  data: { number: theirReview },
});
/** A body each operation would accept, so that only the foreign id can be what is refused. */
const bodies: Record<string, unknown> = {
  "PATCH /skills/{skill}": { name: "another-name" },
  "DELETE /skills/{skill}": { confirmName: theirs.ids.skill },
  "POST /skills/{skill}/duplicate": { name: "a-copy" },
  "POST /skills/{skill}/draft/changes": {
    baseRevision: 1,
    changes: [{ op: "write", path: "notes.md", text: "mine" }],
  },
  "POST /skills/{skill}/draft/dismissals": { fingerprint: digest, reason: "Ours now" },
  "POST /skills/{skill}/versions": { revision: 1, digest, note: "" },
  "PUT /skills/{skill}/labels/{label}": { version: 1, expectedVersion: null },
  "POST /skills/{skill}/versions/{number}/withdrawal": { reason: "Ours now" },
  "POST /skills/{skill}/versions/{number}/reinstatement": {},
  "POST /skills/{skill}/versions/{number}/restoration": { baseRevision: 1 },
  "PUT /skills/{skill}/suites/trigger": { cases: [], revision: 1 },
  "PUT /skills/{skill}/suites/effect": { tasks: [], revision: 1 },
  "POST /skills/{skill}/suite-runs": {},
  "POST /skills/{skill}/suite-runs/estimate": {},
  "POST /skills/{skill}/suite-runs/self-check": {},
  "PUT /skills/{skill}/suite-runs/{number}/labels/{pair}": { label: "first" },
  "POST /skills/{skill}/neighbour-runs": { agent: "nobody" },
  "POST /skills/{skill}/neighbour-runs/estimate": { agent: "nobody" },
  "PATCH /agents/{agent}": { baseRevision: 1, name: "Mine now" },
  "DELETE /agents/{agent}": { confirmName: "secret" },
  "POST /agents/{agent}/revisions/{number}/restore": { baseRevision: 1 },
  "POST /agents/{agent}/tools/test": { url: "https://mcp.example.com/" },
  "PUT /agents/{agent}/assignments": { baseRevision: 1, items: [] },
  "PATCH /conversations/{conversation}": { title: "Mine now" },
  "POST /conversations/{conversation}/branches": { fromSeq: 1 },
  "POST /conversations/{conversation}/runs": { message: "Hello" },
  "POST /conversations/{conversation}/runs/{run}/edit": { message: "Mine now" },
  "POST /conversations/{conversation}/runs/{run}/repeat": {},
  "POST /conversations/{conversation}/runs/{run}/replay": {},
  "POST /conversations/{conversation}/runs/{run}/tool-results": { callId: "call-1", result: "Mine now" },
  "POST /conversations/{conversation}/runs/{run}/script-decisions": { callId: "call-1", decision: "allow" },
  "POST /conversations/{conversation}/runs/{run}/test-case": { skill: "mine", shouldTrigger: true },
  "PUT /conversations/{conversation}/runs/{run}/feedback": { verdict: "up" },
  "PATCH /comparisons/{comparison}": { title: "Mine now" },
  "POST /comparisons/{comparison}/messages": { message: "Hello" },
  "POST /agents/{agent}/rehearsals": { message: "Hello" },
  "POST /agents/{agent}/sessions": {},
  "POST /agents/{agent}/sessions/{session}/calls": { tool: "activate_skill" },
  "POST /agents/{agent}/sessions/{session}/messages": { message: "Hello" },
  "POST /gateway/sessions/{session}/wording": { digest },
  "PUT /skills/{skill}/shares/{target}": { follows: "latest" },
  "PUT /skills/{skill}/access": { baseRevision: 0, people: null, agents: null },
  "PATCH /groups/{group}": { baseRevision: 1, name: "Mine now" },
  "PATCH /members/{member}": { role: "viewer" },
  "PATCH /models/{model}": { name: "Mine now" },
  "POST /models/{model}/test": {},
  "PATCH /mirrors/{mirror}": { onPublish: true },
  "POST /mirrors/{mirror}/push": {},
  "PATCH /sources/{source}": { folder: "skills" },
  "POST /sources/{source}/sync": {},
  "POST /sources/{source}/pushes/{skill}/versions/{number}": { commit: digest.slice(0, 40) },
  "POST /sources/{source}/conflicts/{skill}": { theirs: digest, baseRevision: 1, files: [] },
  "PATCH /inbox/{notification}": { read: true },
  "POST /imports/{import}/store": { choices: [], rest: "skip" },
  "POST /skills/{skill}/reviews": { title: "Mine now" },
  "PATCH /reviews/{number}": { title: "Mine now" },
  "POST /reviews/{number}/verdicts": { kind: "approved", digest },
  "POST /reviews/{number}/rehearsals": { agent: mine.ids.agent },
  "PATCH /threads/{thread}": { resolved: true },
  "POST /threads/{thread}/comments": { body: "Mine now" },
  "PATCH /comments/{comment}": { body: "Mine now" },
  "POST /comments/{comment}/apply": { baseRevision: 1 },
};

/** What is asked for in an address; each operation gets what it knows of them, since other words are refused. */
const queries: Record<string, string> = {
  path: "SKILL.md",
  from: "1",
  to: "draft",
  start: "1",
  end: "2",
  sha256: digest,
  expectedVersion: "1",
};
const operationSchema = z.looseObject({
  requestBody: z.unknown().optional(),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string() })).default([]),
});
const documentSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) });
const document = documentSchema.parse(await (await callApi("get", "/openapi.json")).json());
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { requestBody, parameters }]) => ({
    operation: `${method.toUpperCase()} ${path.replace("/api/v1/workspaces/{workspace}", "")}`,
    method,
    path: path.replace(/^\/api\/v1/, ""),
    hasBody: requestBody !== undefined,
    asks: parameters.flatMap((parameter) => (parameter.in === "query" ? parameter.name : [])),
  })),
);
const withIds = operations.filter(({ path }) =>
  /\{(skill|agent|conversation|run|import|model|comparison|key|notification|member|invitation|thread|comment|address|mirror|source|session|served|improvement|group|share)\}|\/reviews\/\{number\}/.test(
    path,
  ),
);

const withPath = (path: string, ids: Record<string, string>, workspace: string) =>
  path
    .replace("{workspace}", workspace)
    .replace("/reviews/{number}", `/reviews/${theirReview}`)
    .replace(/\{(seq|number|step|position)\}/g, "1")
    .replace("{fingerprint}", digest)
    .replace(/\{([a-z]+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? "missing"));

describe("ids of another workspace", () => {
  it("has a body for every operation that needs one", () => {
    const missing = withIds.filter(({ operation, hasBody }) => hasBody && !(operation in bodies));
    expect(missing.map(({ operation }) => operation)).toEqual([]);
  });

  it.each(withIds)("$operation answers 404", async ({ operation, method, path, asks }) => {
    const address = withPath(path, theirs.ids, mine.workspace);
    const query = new URLSearchParams(
      asks.flatMap((name) => (name in queries ? [[name, queries[name] ?? ""]] : [])),
    );
    const response = await callApi(method, `${address}?${query}`, {
      cookie: mine.cookie,
      ...(operation in bodies ? { body: bodies[operation] } : {}),
    });
    expect(response.status).toBe(404);
  });
});

describe("threads", () => {
  it("of another workspace's review or conversation are not there", async () => {
    const threads = `/workspaces/${mine.workspace}/threads`;
    for (const query of [`review=${theirReview}`, `conversation=${theirs.ids.conversation}`])
      expect((await ask(mine.cookie, "get", `${threads}?${query}`)).status).toBe(404);
    const event = { kind: "event", conversation: theirs.ids.conversation, seq: 1 };
    for (const body of [
      { anchor: event, body: "Mine now" },
      { review: 1, anchor: event, body: "Mine now" },
      { review: theirReview, anchor: { kind: "general" }, body: "Mine now" },
    ])
      expect((await ask(mine.cookie, "post", threads, body)).status).toBe(404);
  });
});

describe("lists", () => {
  const lists = operations.filter(
    ({ method, path }) =>
      method === "get" &&
      /\{workspace\}\/(skills|agents|audit|conversations|comparisons|keys|imports|inbox|invitations|members|models|reviews|served-sessions|improvements|groups)$/.test(
        path,
      ),
  );

  it.each(lists)("$operation holds rows of this workspace alone", async ({ path }) => {
    const own = await ask(mine.cookie, "get", withPath(path, {}, mine.workspace));
    expect(own.status).toBe(200);
    const items = z.array(z.unknown()).parse(own.body.items);
    expect(items.length).toBeGreaterThan(0);
    const text = JSON.stringify(own.body);
    for (const id of Object.values(theirs.ids)) expect(text).not.toContain(id);
  });

  it("are fifteen", () => expect(lists).toHaveLength(15));
});
