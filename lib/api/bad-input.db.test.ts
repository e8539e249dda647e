import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { callApi, sessionCookie } from "@/lib/testing/api-session";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { api } from "./app";

const { db } = testDatabase();
const context = await aContext(db, { isOperator: true });
const cookie = await sessionCookie(context);
const base = `/workspaces/${context.workspace.slug}`;
const address: Record<string, string> = {
  workspace: context.workspace.slug,
  skill: "notes",
  agent: "desk",
  run: crypto.randomUUID(),
  import: crypto.randomUUID(),
  conversation: crypto.randomUUID(),
  model: crypto.randomUUID(),
  comparison: crypto.randomUUID(),
  key: crypto.randomUUID(),
  member: crypto.randomUUID(),
  group: crypto.randomUUID(),
  mirror: crypto.randomUUID(),
  source: crypto.randomUUID(),
  invitation: crypto.randomUUID(),
  notification: crypto.randomUUID(),
  session: crypto.randomUUID(),
  dialect: "claude-code",
  thread: crypto.randomUUID(),
  comment: crypto.randomUUID(),
  label: "staging",
  step: "1",
  number: "1",
  seq: "1",
};

beforeAll(async () => {
  await aPackage(context, { name: "notes", publishNote: "First" });
  await callApi("post", `${base}/agents`, { cookie, body: { name: "Desk" } });
  const answer = await callApi("post", `${base}/conversations`, { cookie, body: { agent: "desk" } });
  address.conversation = z.object({ id: z.string() }).parse(await answer.json()).id;
});

type Sent = { path: string; method: string; body?: string; contentType?: string };

/** What came back, without waiting for the end of a stream. */
async function send({ path, method, body, contentType = "application/json" }: Sent) {
  const response = await api.request(`http://greenroom.test/api/v1${path}`, {
    method: method.toUpperCase(),
    headers: { cookie, ...(body === undefined ? {} : { "content-type": contentType }) },
    ...(body === undefined ? {} : { body }),
  });
  await response.body?.cancel();
  return { status: response.status, type: response.headers.get("content-type") };
}

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z.array(z.object({ name: z.string(), in: z.string() })).default([]),
        requestBody: z.object({ content: z.record(z.string(), z.unknown()) }).optional(),
      }),
    ),
  ),
});
const document = documentSchema.parse(await (await callApi("get", "/openapi.json")).json());
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    operation: `${method.toUpperCase()} ${path.replace("/api/v1", "")}`,
    method,
    path: path.replace("/api/v1", ""),
    ...operation,
  })),
);
const takesJson = operations.filter(({ requestBody }) => requestBody?.content["application/json"]);
/** A recording made by a later release may say more. */
const takesMore = "POST /workspaces/{workspace}/recordings";
const addressed = operations.filter(({ parameters }) => parameters.length > 0);

const cursorOf = (place: unknown) => Buffer.from(JSON.stringify(place)).toString("base64url");
const strange = [
  "%00",
  "a%00b",
  "%ED%A0%80",
  "%FF",
  "-1",
  "2147483648",
  "99999999999",
  "1e400",
  "__proto__",
  `read_${crypto.randomUUID()}`,
  "x".repeat(3_000),
  cursorOf(["updated-desc", "nope", crypto.randomUUID()]),
  cursorOf([99_999_999_999]),
  encodeURIComponent(JSON.stringify(["a\u0000", "b"])),
];

const fill = (path: string, own: Record<string, string> = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => own[name] ?? address[name] ?? "x");

describe("input that makes no sense is the asker's mistake, never the server's", () => {
  it.each(addressed)("in the address of $operation", async ({ method, path, parameters, requestBody }) => {
    const answers: Record<string, number> = {};
    for (const parameter of parameters) {
      for (const value of strange) {
        const target =
          parameter.in === "path"
            ? fill(path, { [parameter.name]: value })
            : `${fill(path)}?${parameter.name}=${value}`;
        const { status } = await send({ method, path: target, ...(requestBody ? { body: "{}" } : {}) });
        if (status >= 500) answers[`${parameter.name}=${value.slice(0, 40)}`] = status;
      }
    }
    expect(answers).toEqual({});
  });

  it.each(takesJson)("in the body of $operation", async ({ method, path }) => {
    for (const body of ["{", "", "null", "[]", '"x"'])
      expect(await send({ method, path: fill(path), body }), body).toMatchObject({
        status: expect.toSatisfy((status: number) => status >= 400 && status < 500),
        type: "application/problem+json",
      });
    const form = await send({ method, path: fill(path), body: "a=b", contentType: "text/plain" });
    expect(form.status).toBeLessThan(500);
  });

  it.each(takesJson.filter(({ operation }) => operation !== takesMore))(
    "is named where it is a field that $operation does not know",
    async ({ method, path }) => {
      const answer = await callApi(method, fill(path), { cookie, body: { madeUp: 1 } });
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain("madeUp: There is no such field here");
    },
  );

  it.each([
    ["post", "/workspaces", '{"name":"?"}'],
    ["patch", base, '{"name":"?"}'],
    [
      "post",
      "/invitations/accept",
      '{"token":"x","account":{"name":"?","email":"a@example.test","password":"a-long-password"}}',
    ],
    ["post", `${base}/agents`, '{"name":"?"}'],
    ["post", `${base}/agents`, '{"name":"One","description":"?"}'],
    ["post", `${base}/agents`, '{"name":"Two","instructions":"?"}'],
    ["post", `${base}/agents`, '{"name":"Three","suggestedMessages":["?"]}'],
    ["post", `${base}/agents/desk/tools/test`, '{"url":"https://?"}'],
    [
      "patch",
      `${base}/agents/desk`,
      '{"baseRevision":1,"toolStubs":[{"skill":null,"tool":"?","result":"x"}]}',
    ],
    ["put", `${base}/agents/desk/assignments`, '{"baseRevision":1,"items":[{"skill":"?"}]}'],
    ["post", `${base}/models`, '{"name":"?","provider":"openai","modelId":"x"}'],
    ["post", `${base}/models`, '{"name":"x","provider":"openai","modelId":"x","key":"?"}'],
    ["post", `${base}/models/test`, '{"provider":"compatible","modelId":"x","baseUrl":"https://?"}'],
    ["patch", `${base}/models/{model}`, '{"name":"?"}'],
    ["post", `${base}/conversations`, '{"agent":"?"}'],
    ["post", `${base}/conversations`, '{"agent":"desk","title":"?"}'],
    ["post", `${base}/conversations`, '{"agent":"desk","overlay":[{"skill":"?"}]}'],
    ["post", `${base}/conversations/{conversation}/runs`, '{"message":"?"}'],
    ["post", `${base}/conversations/{conversation}/runs`, '{"message":"x","requestKey":"?"}'],
    ["post", `${base}/conversations/{conversation}/runs`, '{"message":"x","systemPrompt":"?"}'],
    ["post", `${base}/directories/reads`, '{"take":["?"]}'],
    [
      "post",
      `${base}/skills/notes/draft/dismissals`,
      `{"fingerprint":"${"0".repeat(64)}","reason":"why not ?"}`,
    ],
    ["post", `${base}/skills/notes/reviews`, '{"title":"?"}'],
    ["post", `${base}/skills/notes/reviews`, '{"title":"x","description":"?"}'],
    ["patch", `${base}/reviews/1`, '{"title":"?"}'],
    [
      "post",
      `${base}/reviews/1/verdicts`,
      `{"kind":"changes_requested","digest":"${"0".repeat(64)}","note":"?"}`,
    ],
    ["post", `${base}/reviews/1/rehearsals`, '{"agent":"?"}'],
    ["post", `${base}/threads`, '{"review":1,"anchor":{"kind":"general"},"body":"?"}'],
    ["post", `${base}/threads`, '{"review":1,"anchor":{"kind":"general"},"body":"x","suggestion":"?"}'],
    ["post", `${base}/threads/{thread}/comments`, '{"body":"?"}'],
    ["patch", `${base}/comments/{comment}`, '{"body":"?"}'],
    ["patch", `${base}/policy`, '{"protectedLabels":["?"]}'],
    [
      "post",
      `${base}/skills/notes/versions`,
      `{"revision":1,"digest":"${"0".repeat(64)}","bypassReason":"because ?"}`,
    ],
    ["post", `${base}/skills/notes/versions`, `{"revision":1,"digest":"${"0".repeat(64)}","note":"?"}`],
    [
      "post",
      `${base}/skills/notes/draft/changes`,
      '{"baseRevision":1,"changes":[{"op":"write","path":"?","text":"x"}]}',
    ],
  ])("%s %s %s: neither a NUL nor half a character is stored", async (method, path, template) => {
    for (const text of ["a\\u0000b", "a\\ud800b"])
      expect(await send({ method, path: fill(path), body: template.replace("?", text) })).toEqual({
        status: 422,
        type: "application/problem+json",
      });
  });

  it.each([
    ["patch", `${base}/agents/desk`, '{"baseRevision":99999999999,"instructions":"x"}'],
    [
      "put",
      `${base}/agents/desk/assignments`,
      '{"baseRevision":1,"items":[{"skill":"notes","follows":"version","version":99999999999}]}',
    ],
    [
      "post",
      `${base}/skills/notes/draft/changes`,
      '{"baseRevision":99999999999,"changes":[{"op":"delete","path":"a"}]}',
    ],
  ])("%s %s %s: a number too large is refused", async (method, path, body) => {
    expect(await send({ method, path, body })).toMatchObject({ status: 422 });
  });

  it.each(["*=UTF-8''a%00b.zip", '="a\u0000b.zip"', "*=UTF-8''a%00b/SKILL.md", '=""', '="../SKILL.md"'])(
    "an upload whose file is named %j is looked at and refused",
    async (name) => {
      const part = `--X\r\ncontent-disposition: form-data; name="file"; filename${name}\r\n\r\nhello\r\n--X--\r\n`;
      const contentType = "multipart/form-data; boundary=X";
      const { status } = await send({ method: "post", path: `${base}/imports`, body: part, contentType });
      expect(status).toBe(202);
    },
  );

  it("an upload without a boundary is not well-formed", async () => {
    const contentType = "multipart/form-data; x";
    const answer = await send({ method: "post", path: `${base}/imports`, body: "x", contentType });
    expect(answer).toMatchObject({ status: 400, type: "application/problem+json" });
  });

  it("a Last-Event-ID that no log can reach is passed over, and the stream begins", async () => {
    const response = await api.request(
      `http://greenroom.test/api/v1${fill(`${base}/conversations/{conversation}/events`)}`,
      {
        headers: { cookie, accept: "text/event-stream", "last-event-id": "99999999999" },
      },
    );
    const reader = z.instanceof(ReadableStream).parse(response.body).getReader();
    expect((await reader.read()).done).toBe(false);
    const next = await Promise.race([
      reader.read(),
      new Promise((resolve) => setTimeout(resolve, 500, "open")),
    ]);
    await reader.cancel();
    expect(next).toBe("open");
  });

  it("a body larger than any request needs is refused before anybody has signed in", async () => {
    const body = JSON.stringify({ token: "x".repeat(5 * 1024 * 1024) });
    const answer = await send({ method: "post", path: "/setup/claim", body });
    expect(answer).toMatchObject({ status: 413, type: "application/problem+json" });
  });

  it.each(["skills/imports", "agents/recordings", "members/imports"])(
    "a body is not larger for something that is called like what carries packages: %s",
    async (path) => {
      const body = JSON.stringify({ name: "x".repeat(5 * 1024 * 1024) });
      expect(await send({ method: "patch", path: `${base}/${path}`, body })).toMatchObject({ status: 413 });
    },
  );
});
