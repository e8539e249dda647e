import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { env } from "@/lib/platform/env";
import { callApi } from "@/lib/testing/api-session";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { readMetrics } from "@/lib/testing/read-metrics";
import { aTriageConversation, rehearse, triage } from "@/lib/testing/sessions/rehearsals";
import { watchDoor } from "./watch-door";

const { db, ownerUrl } = testDatabase();
const owner = new pg.Client({ connectionString: ownerUrl });
beforeAll(() => owner.connect());
afterAll(() => owner.end());
const forget = () => {
  globalThis.greenroomStopping = undefined;
  globalThis.greenroomMigrated = undefined;
  globalThis.greenroomEnv = undefined;
  globalThis.greenroomJobsCountedAt = undefined;
};
afterEach(forget);

const ask = (path: string, headers: Record<string, string> = { "x-forwarded-for": "127.0.0.1" }) =>
  watchDoor.request(`http://x${path}`, { headers });
const scrape = async () => readMetrics(await (await ask("/metrics")).text());

describe("/healthz", () => {
  it("is answered whatever becomes of the database", async () => {
    const response = await ask("/healthz", {});
    expect([response.status, await response.text()]).toEqual([200, "ok\n"]);
  });
});

describe("/readyz", () => {
  it("says yes while the database answers and is migrated", async () => {
    const response = await ask("/readyz", {});
    expect([response.status, await response.text()]).toEqual([200, "ok\n"]);
  });

  it("says no, and why, once the server is to stop", async () => {
    globalThis.greenroomStopping = new AbortController();
    globalThis.greenroomStopping.abort();
    const response = await ask("/readyz", {});
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("5");
    expect(await response.text()).toBe("stopping: This server is about to stop.\n");
    expect((await ask("/healthz", {})).status).toBe(200);
  });

  it("says no before the release's migrations are there, as the API's health does", async () => {
    const init = "migration_name = '20261121110000_init'";
    await owner.query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE ${init}`);
    const response = await ask("/readyz", {});
    expect(await response.text()).toMatch(/^migrations: /);
    const health = await callApi("GET", "/health");
    expect(await health.json()).toMatchObject({ status: 503, details: { reason: "migrations" } });
    await owner.query(`UPDATE _prisma_migrations SET finished_at = now() WHERE ${init}`);
    forget();
    expect((await ask("/readyz", {})).status).toBe(200);
  });

  it("says yes where it may not look, and looks again once it may", async () => {
    const init = "migration_name = '20261121110000_init'";
    await owner.query("REVOKE SELECT ON _prisma_migrations FROM greenroom_app");
    expect((await ask("/readyz", {})).status).toBe(200);
    await owner.query("GRANT SELECT ON _prisma_migrations TO greenroom_app");
    await owner.query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE ${init}`);
    await vi.waitFor(async () => expect((await ask("/readyz", {})).status).toBe(503), { timeout: 30_000 });
    await owner.query(`UPDATE _prisma_migrations SET finished_at = now() WHERE ${init}`);
  });

  it("says yes to an older server while a newer release is brought in", async () => {
    await owner.query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
      VALUES ('newer', 'x', '29990101000000_from_the_future', now())`);
    forget();
    expect((await ask("/readyz", {})).status).toBe(200);
    await owner.query("DELETE FROM _prisma_migrations WHERE id = 'newer'");
  });
});

describe("who is told the metrics", () => {
  it.each(["127.0.0.1", "127.3.2.1", "::1"])(
    "without a token: a caller on this machine (%s)",
    async (address) => {
      expect((await ask("/metrics", { "x-forwarded-for": address })).status).toBe(200);
    },
  );

  it.each([{}, { "x-forwarded-for": "192.0.2.7" }, { "x-forwarded-for": "127.0.0.1.example.test" }])(
    "nobody else: %o",
    async (headers) => {
      const response = await ask("/metrics", headers);
      expect(response.status).toBe(401);
      expect(await response.text()).toContain("GREENROOM_METRICS_TOKEN");
    },
  );

  it("nobody at all without a token behind a proxy on this machine that nobody has named", async () => {
    const door = Symbol.for("greenroom.front-door");
    Reflect.set(globalThis, door, { unbelieved: "127.0.0.1" });
    expect((await ask("/metrics")).status).toBe(401);
    Reflect.set(globalThis, door, { unbelieved: "192.0.2.7" });
    expect((await ask("/metrics")).status).toBe(200);
    Reflect.deleteProperty(globalThis, door);
  });

  it("with a token: whoever sends it, from wherever, and nobody without", async () => {
    const token = "a-token-for-the-scraper";
    globalThis.greenroomEnv = { ...env(), metricsToken: token };
    const from = { "x-forwarded-for": "192.0.2.7" };
    const statusWith = async (authorization: string) =>
      (await ask("/metrics", { ...from, authorization })).status;
    expect(await statusWith(`Bearer ${token}`)).toBe(200);
    expect(await statusWith(`Bearer ${token}x`)).toBe(401);
    expect(await statusWith(token)).toBe(401);
    expect((await ask("/metrics")).status).toBe(401);
  });
});

describe("the metrics of a server at work", () => {
  it("count requests by pattern, runs by their end, and what happened with skills; they name no skill", async () => {
    const before = await scrape();
    const context = await aContext(db);
    const { id } = await aTriageConversation(context);
    await rehearse(context, id, "Checkout is down in production, how severe is the incident?");
    await callApi("GET", "/setup");
    const text = await (await ask("/metrics")).text();
    const after = readMetrics(text);
    const grown = (name: string, labels: Record<string, string> = {}) =>
      after.value(name, labels) - before.value(name, labels);
    expect(grown("greenroom_runs_started_total")).toBe(1);
    expect(grown("greenroom_runs_ended_total", { state: "done" })).toBe(1);
    const activated = { type: "activated", surface: "playground" };
    expect(grown("greenroom_skill_events_total", activated)).toBe(1);
    const setup = { method: "GET", route: "/api/v1/setup", status: "200" };
    expect(grown("greenroom_http_request_duration_seconds", setup)).toBe(1);
    expect(text).not.toContain(triage.name);
    expect(text).not.toContain(context.workspace.slug);
  });

  it("tell of connections, statements, caches, jobs and the release", async () => {
    const context = await aContext(db);
    await db.source.create({
      data: {
        workspaceId: context.workspace.id,
        kind: "git",
        name: "a",
        url: "https://example.test/a.git",
        ref: "",
        folder: "",
        userName: "",
        createdById: context.actor.userId,
        updatedAt: new Date(),
        nextAt: new Date(Date.now() - 60_000),
      },
    });
    forget();
    const metrics = await scrape();
    expect(
      metrics.value("greenroom_database_connections", { pool: "requests", state: "idle" }),
    ).toBeGreaterThan(0);
    expect(metrics.value("greenroom_database_query_duration_seconds")).toBeGreaterThan(0);
    expect(metrics.families.get("greenroom_cache_looks_total")?.metrics.length).toBeGreaterThan(5);
    expect(metrics.value("greenroom_jobs", { kind: "source", state: "waiting" })).toBe(1);
    expect(metrics.value("greenroom_jobs_oldest_seconds", { kind: "source" })).toBeGreaterThanOrEqual(60);
    expect(metrics.families.get("greenroom_build_info")?.metrics[0]?.labels.version).toMatch(/^\d+\.\d+/);
  });

  it("are the rest of them while the database cannot count its jobs", async () => {
    await owner.query(`ALTER TABLE "Mirror" RENAME TO "Elsewhere"`);
    forget();
    const metrics = await scrape();
    await owner.query(`ALTER TABLE "Elsewhere" RENAME TO "Mirror"`);
    expect(metrics.families.get("greenroom_jobs")?.metrics ?? []).toEqual([]);
    expect(metrics.value("process_resident_memory_bytes")).toBeGreaterThan(0);
  });
});
