import { describe, expect, it } from "vitest";
import { runtimeCachesSchema } from "@/lib/library/caches/cache-schema";
import { packageCaches } from "@/lib/library/caches/package-caches";
import { callApi, sessionCookie } from "@/lib/testing/api-session";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";

const { db } = testDatabase();
const context = await aContext(db, { role: "admin" });
const path = `/workspaces/${context.workspace.slug}/caches`;
const cookie = await sessionCookie(context);
const ask = async (method: string, as = cookie) => {
  const response = await callApi(method, path, { cookie: as });
  return { status: response.status, body: await response.json() };
};

describe("the runtime caches", () => {
  it("are told with what they were good for, per server", async () => {
    packageCaches().skills.get("unknown");
    packageCaches().skills.set("known", { ok: false, why: "because" }, 7);
    const { status, body } = await ask("get");
    expect(status).toBe(200);
    const { caches, server } = runtimeCachesSchema.parse(body);
    expect(server).toContain(String(process.pid));
    expect(caches.map(({ name }) => name)).toEqual([
      "skills",
      "activations",
      "catalogues",
      "loads",
      "searchTerms",
      "descriptions",
      "needs",
      "vectors",
    ]);
    expect(caches[0]).toMatchObject({
      misses: 1,
      entries: 1,
      limitBytes: 32 * 1024 * 1024,
      ttlSeconds: 3_600,
    });
  });

  it("are emptied here at once, which is told to the other servers and kept in the audit", async () => {
    packageCaches().skills.set("known", { ok: false, why: "because" }, 7);
    const { body } = await ask("delete");
    expect(runtimeCachesSchema.parse(body).caches[0]).toMatchObject({ entries: 0, bytes: 0 });
    expect(packageCaches().skills.get("known")).toBeUndefined();
    const [entry] = await db.audit.findMany({ where: { workspaceId: context.workspace.id } });
    expect(entry).toMatchObject({ action: "caches.cleared" });
  });

  it("are emptied when another server says so", async () => {
    packageCaches().skills.set("known", { ok: false, why: "because" }, 7);
    await expect
      .poll(async () => {
        await db.$executeRaw`SELECT pg_notify('greenroom', '{"topic":"clear-caches"}')`;
        return packageCaches().skills.get("known");
      })
      .toBeUndefined();
  });

  it("are not for reviewers", async () => {
    const reviewer = await sessionCookie(await aColleague(context, "reviewer"));
    expect((await ask("get", reviewer)).status).toBe(403);
    expect((await ask("delete", reviewer)).status).toBe(403);
  });
});
