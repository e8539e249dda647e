import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { handleAuthRequest } from "@/lib/auth/adapters/better-auth";
import { createKey } from "@/lib/auth/commands/create-key";
import { createDatabase } from "@/lib/db/client";
import { lastTrouble } from "@/lib/db/database-trouble";
import { callApi, sessionCookie } from "@/lib/testing/api-session";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage, skillText } from "@/lib/testing/packages";

const { db, ownerUrl } = testDatabase();
const owner = new pg.Client({ connectionString: ownerUrl });
const context = await aContext(db);
const cookie = await sessionCookie(context);
const home = `/workspaces/${context.workspace.slug}`;
await aPackage(context, { name: "notes" });

beforeAll(async () => {
  await owner.connect();
  await owner.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`);
});
afterAll(() => owner.end());
const forget = () => {
  globalThis.greenroomHealthChecks = undefined;
  lastTrouble.forgetRefusedWrite();
};

async function told(response: Response): Promise<Record<string, unknown>> {
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const body: unknown = await response.json();
  return { retryAfter: response.headers.get("retry-after"), ...Object(body) };
}

describe("while the disk of the database is full", () => {
  const tables = ["Blob", "DraftFile", "Skill", "Session", "ApiKey"];
  beforeAll(async () => {
    for (const table of tables)
      await owner.query(
        `CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON "${table}" FOR EACH ROW EXECUTE FUNCTION refuse()`,
      );
  });
  afterAll(async () => {
    for (const table of tables) await owner.query(`DROP TRIGGER refuse ON "${table}"`);
    forget();
  });

  const save = () =>
    callApi("post", `${home}/skills/notes/draft/changes`, {
      cookie,
      body: {
        baseRevision: 1,
        changes: [{ op: "write", path: "SKILL.md", text: skillText("notes", "New.\n") }],
      },
    });

  it("a save says so, and what is to be done", async () => {
    expect(await told(await save())).toMatchObject({
      status: 507,
      code: "STORAGE_FULL",
      title: "No room left",
      detail: expect.stringContaining("disk of the database is full"),
      retryAfter: "60",
    });
  });

  it("who has signed in, and who has a key, goes on reading", async () => {
    // As after a minute without a request: then the use of a sign-in is noted.
    await owner.query(`ALTER TABLE "Session" DISABLE TRIGGER refuse`);
    await db.session.updateMany({ data: { lastActiveAt: new Date(0) } });
    await owner.query(`ALTER TABLE "Session" ENABLE TRIGGER refuse`);
    expect((await callApi("get", `${home}/skills`, { cookie })).status).toBe(200);
    await owner.query(`ALTER TABLE "ApiKey" DISABLE TRIGGER refuse`);
    const { key } = await createKey(context, { name: "reader", scopes: ["read"] });
    await owner.query(`ALTER TABLE "ApiKey" ENABLE TRIGGER refuse`);
    const response = await callApi("get", `${home}/skills`, { bearer: key });
    expect(response.status).toBe(200);
  });

  it("the server is not ready until a write goes through, and alive all the time", async () => {
    lastTrouble.forgetRefusedWrite();
    expect((await save()).status).toBe(507);
    globalThis.greenroomHealthChecks = undefined;
    // The database takes a table of a megabyte: here only these tables refuse.
    expect((await callApi("get", "/health")).status).toBe(200);
    expect((await callApi("get", "/health/live")).status).toBe(200);
  });
});

describe("while the database does not answer", () => {
  const real = globalThis.greenroomDatabase;
  const unreachable = createDatabase("postgresql://a:b@127.0.0.1:1/x");
  beforeAll(() => {
    forget();
    globalThis.greenroomDatabase = unreachable;
    globalThis.greenroomAuth = undefined;
  });
  afterEach(forget);
  afterAll(async () => {
    globalThis.greenroomDatabase = real;
    globalThis.greenroomAuth = undefined;
    await unreachable.$disconnect();
  });

  const unavailable = { status: 503, code: "UNAVAILABLE", retryAfter: "10" };

  it("every request says so, that of a sign-in and that of a key", async () => {
    expect(await told(await callApi("get", `${home}/skills`, { cookie }))).toMatchObject(unavailable);
    expect(await told(await callApi("get", `${home}/skills`, { bearer: "grk_nobody" }))).toMatchObject(
      unavailable,
    );
  });

  it("so does signing in", async () => {
    const response = await handleAuthRequest(
      new Request("http://127.0.0.1:3000/api/auth/sign-in/email", {
        method: "POST",
        headers: {
          host: "127.0.0.1:3000",
          origin: "http://127.0.0.1:3000",
          "content-type": "application/json",
        },
        body: JSON.stringify({ email: "ines@example.com", password: "a-long-password" }),
      }),
    );
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("10");
    expect(await response.json()).toMatchObject({
      code: "UNAVAILABLE",
      message: expect.stringContaining("answer"),
    });
  });

  it("the server is not ready and says why, and is alive", async () => {
    expect(await told(await callApi("get", "/health"))).toMatchObject({
      status: 503,
      code: "UNAVAILABLE",
      detail: "The database does not answer.",
      details: { reason: "no-answer" },
      retryAfter: "5",
    });
    expect(await (await callApi("get", "/health/live")).json()).toEqual({ status: "ok" });
  });
});
