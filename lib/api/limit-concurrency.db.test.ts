import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { api } from "@/lib/api/app";
import { ConcurrencySlots } from "@/lib/platform/concurrency-slots";
import { FairPace } from "@/lib/platform/fair-pace";
import { callApi, sessionCookie } from "@/lib/testing/api-session";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage, skillText } from "@/lib/testing/packages";

const { db } = testDatabase();
const ines = await aContext(db);
const ben = await aColleague(ines, "author");
const cookies = { ines: await sessionCookie(ines), ben: await sessionCookie(ben) };
const home = `/workspaces/${ines.workspace.slug}`;
const cookie = cookies.ines;

const limit = (each: number, all = Number.POSITIVE_INFINITY) => {
  const limits = { each, all, waiting: 0, waitMs: 0 };
  globalThis.greenroomConcurrencySlots = new Map(
    (["save", "batch", "upload", "read", "stream"] as const).map((kind) => [
      kind,
      new ConcurrencySlots(limits),
    ]),
  );
};
afterEach(() => {
  globalThis.greenroomConcurrencySlots = undefined;
  globalThis.greenroomFairPace = undefined;
});

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ responses: z.record(z.string(), z.object({ description: z.string() })) }),
    ),
  ),
});
const document = documentSchema.parse(await (await callApi("get", "/openapi.json")).json());
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { responses }]) => ({
    method,
    path: path.replace("/api/v1", ""),
    isLimited: responses[429]?.description.includes("under way") === true,
    mayBeFull: "507" in responses,
  })),
);
const inWorkspace = operations.filter(({ path }) => path.startsWith("/workspaces/{workspace}/"));

describe("the description of the API", () => {
  it("says 429 of exactly what one person may have under way a few times", async () => {
    limit(0);
    for (const { method, path, isLimited } of inWorkspace) {
      const filled = path.replace("{workspace}", ines.workspace.slug).replace(/\{[a-z]+\}/gi, "nothing");
      const body = method === "get" ? undefined : {};
      const { status } = await callApi(method, filled, { cookie, body });
      expect(`${method} ${path}: ${status === 429}`).toBe(`${method} ${path}: ${isLimited}`);
    }
  });

  it("covers saves, uploads, comparisons, searches, exports and streams", () => {
    const limited = operations
      .filter((each) => each.isLimited)
      .map(({ method, path }) => `${method} ${path}`);
    const skill = "/workspaces/{workspace}/skills/{skill}";
    expect(limited).toEqual(
      expect.arrayContaining([
        `post ${skill}/draft/changes`,
        "post /workspaces/{workspace}/imports",
        `get ${skill}/diff/file`,
        "get /workspaces/{workspace}/skills",
        "get /workspaces/{workspace}/agents/{agent}/export",
        "get /workspaces/{workspace}/changes",
        "get /workspaces/{workspace}/conversations/{conversation}/events",
        "get /workspaces/{workspace}/imports/{import}/events",
      ]),
    );
    expect(operations.filter((each) => each.mayBeFull).length).toBeGreaterThan(8);
  });
});

describe("a person who asks for too much at once", () => {
  it("is told in words, and when to come again; others are not kept", async () => {
    limit(1);
    const stream = await callApi("get", `${home}/changes`, { cookie });
    const refused = await callApi("get", `${home}/changes`, { cookie });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("30");
    expect(await refused.json()).toMatchObject({
      code: "TOO_MANY_REQUESTS",
      detail: expect.stringContaining("40 streams"),
    });
    const other = await callApi("get", `${home}/changes`, { cookie: cookies.ben });
    expect(other.status).toBe(200);
    await Promise.all([stream.body?.cancel(), other.body?.cancel()]);
  });

  it("goes on when a stream has ended, whoever ended it", async () => {
    limit(1);
    const first = await callApi("get", `${home}/changes`, { cookie });
    await first.body?.cancel();
    const second = await callApi("get", `${home}/changes`, { cookie });
    expect(second.status).toBe(200);
    await second.body?.cancel();
    // A refused one holds nothing.
    const unknown = `${home}/conversations/0190a000-0000-7000-8000-000000000000/events`;
    for (let count = 0; count < 3; count += 1)
      expect((await callApi("get", unknown, { cookie })).status).toBe(404);
  });

  it("is told that the server is full where it is not their own doing", async () => {
    limit(5, 0);
    const refused = await callApi("get", `${home}/changes`, { cookie });
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: "UNAVAILABLE" });
  });

  it("is given their next turn a rest later while others want a busy server, and refused nothing for it", async () => {
    await aPackage(ines, { name: "paced" });
    const restMs = 400;
    globalThis.greenroomFairPace = Object.assign(new FairPace(() => 1), { restAfter: () => restMs });
    const slots = new ConcurrencySlots({ each: 1, all: 9, waiting: 2, waitMs: 5_000 });
    globalThis.greenroomConcurrencySlots = new Map([["save", slots]]);
    // Not `callApi`: what that checks of an answer takes its time from the rest.
    const save = (round: number) =>
      api.request(`http://greenroom.test/api/v1${home}/skills/paced/draft/changes`, {
        method: "POST",
        headers: { cookie, "content-type": "application/json" },
        body: JSON.stringify({
          baseRevision: round,
          changes: [{ op: "write", path: "a.md", text: `${round}` }],
        }),
      });
    expect((await save(1)).status).toBe(200);
    const answered = performance.now();
    expect((await save(2)).status).toBe(200);
    expect(performance.now() - answered).toBeGreaterThan(restMs - 20);
    // Where nobody may wait there is no rest.
    limit(1);
    expect((await callApi("get", `${home}/skills`, { cookie })).status).toBe(200);
    expect((await callApi("get", `${home}/skills`, { cookie })).status).toBe(200);
  });

  it("may save twenty drafts at once: they wait for each other", async () => {
    const names = Array.from({ length: 20 }, (_, at) => `notes-${at}`);
    for (const name of names) await aPackage(ines, { name });
    const saved = await Promise.all(
      names.map((name) =>
        callApi("post", `${home}/skills/${name}/draft/changes`, {
          cookie,
          body: {
            baseRevision: 1,
            changes: [{ op: "write", path: "SKILL.md", text: skillText(name, "New.\n") }],
          },
        }),
      ),
    );
    expect(saved.map(({ status }) => status)).toEqual(names.map(() => 200));
  });

  it("has one call for many skills under way, and somebody else another", async () => {
    const names = ["many-1", "many-2"];
    for (const name of names) await aPackage(ines, { name });
    const previewAs = (as: string) =>
      callApi("post", `${home}/skills/batch`, {
        cookie: as,
        body: { skills: { names }, act: { kind: "archive" }, preview: true },
      });
    limit(1);
    const [first, second, other] = await Promise.all([
      previewAs(cookie),
      previewAs(cookie),
      previewAs(cookies.ben),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 429]);
    expect(other.status).toBe(200);
    const refused = [first, second].find(({ status }) => status === 429);
    expect(refused?.headers.get("retry-after")).toBe("10");
    expect((await previewAs(cookie)).status).toBe(200);
  });
});
