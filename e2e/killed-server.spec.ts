import { expect, test } from "@playwright/test";
import { startTestServer, type TestServer } from "../scripts/test-server.mjs";
import { WorkspaceApi } from "./api";
import { claimServer } from "./claimed-server";
import { randomPackage, zipOf } from "./packages";

/** A server of its own, because it is killed. */
async function claimedServer(): Promise<{ server: TestServer; api: WorkspaceApi }> {
  const server = await startTestServer();
  return { server, api: new WorkspaceApi(await claimServer(server, "Killed"), "killed") };
}

test("kill -9 during a run: it ends as interrupted, and its text is kept", async () => {
  test.slow();
  const { server, api } = await claimedServer();
  try {
    const { id } = await api.post("/conversations", { agent: "release-desk" });
    await api.post(`/conversations/${id}/runs`, { message: "@release-notes Read references/tone.md" });
    const events = async () => {
      const { items } = await api.get(`/conversations/${id}/events`);
      return Array.isArray(items) ? items : [];
    };
    await expect.poll(async () => (await events()).some(({ type }) => type === "text")).toBe(true);
    await server.kill();
    await server.start();
    await expect
      .poll(async () => (await events()).filter(({ type }) => type === "run-finished"), { timeout: 60_000 })
      .toMatchObject([{ payload: { outcome: "interrupted" } }]);
    expect((await events()).some(({ type }) => type === "text")).toBe(true);

    await api.post(`/conversations/${id}/runs`, { message: "@release-notes Once more" });
    await expect.poll(async () => (await events()).map(({ type }) => type)).toContain("skill-already-active");
  } finally {
    await server.stop();
  }
});

test("kill -9 during an import: no skill is half there, and what was left can be continued", async () => {
  test.slow();
  const { server, api } = await claimedServer();
  try {
    const packs = Array.from({ length: 120 }, (_, number) => randomPackage(number + 1));
    const files = Object.fromEntries(
      packs.flatMap((pack) =>
        Object.entries(pack.files).map(([path, text]) => [`${pack.name}/${path}`, text]),
      ),
    );
    const id = await api.upload("many.zip", await zipOf({ name: "many", files }));
    await api.untilImport(id, "ready");
    await api.post(`/imports/${id}/store`, { choices: [] });
    await expect
      .poll(async () => Number((await api.importReport(id)).stored), { intervals: [20] })
      .toBeGreaterThan(0);
    await server.kill();
    await server.start();

    const names = new Set(packs.map(({ name }) => name));
    const whole = new Map(packs.map((pack) => [pack.name, Object.keys(pack.files).length]));
    const stored = await api.skillNames();
    for (const name of stored.filter((each) => names.has(each))) {
      const { files: kept } = await api.get(`/skills/${name}/draft`);
      expect(Array.isArray(kept) ? kept.length : 0, name).toBe(whole.get(name));
    }
    const { state } = await api.get(`/imports/${id}`);
    if (state !== "done") {
      await api.untilImport(id, "interrupted");
      await api.post(`/imports/${id}/store`, { choices: [] });
      await api.untilImport(id, "done");
    }
    expect((await api.skillNames()).filter((each) => names.has(each))).toHaveLength(names.size);
  } finally {
    await server.stop();
  }
});
