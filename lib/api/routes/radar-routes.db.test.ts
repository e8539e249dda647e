import { describe, expect, it } from "vitest";
import { createKey } from "@/lib/auth/commands/create-key";
import { revokeKey } from "@/lib/auth/commands/revoke-key";
import {
  radarEstimateSchema,
  radarRunDetailSchema,
  radarRunListSchema,
  radarRunSchema,
  radarSkillListSchema,
} from "@/lib/radar/schema";
import { callApi, sessionCookie } from "@/lib/testing/api-session";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers } from "@/lib/testing/models";
import {
  anAgentWithPlanted,
  aPlantedModel,
  aPlantedSkill,
  untilRadarEnds,
} from "@/lib/testing/proof/radar-runs";

allowLocalServers();
const { db } = testDatabase();

async function furnished() {
  const context = await aContext(db);
  await aPlantedSkill(context, { name: "ink-rules", tasks: 5 });
  const agent = await anAgentWithPlanted(context, ["ink-rules"]);
  const model = await aPlantedModel(context, "New", { "ink-rules": "useful" });
  const base = `/workspaces/${context.workspace.slug}`;
  return { context, agent, model, base };
}

describe("a radar run over the API", () => {
  it("is estimated, started, read, listed and stopped by a program, and ends with its key", async () => {
    const { context, agent, model, base } = await furnished();
    const { key: bearer, id } = await createKey(context, { name: "CI", scopes: ["rehearse"] });
    const call = (method: string, path: string, body?: unknown) =>
      callApi(method, `${base}${path}`, { bearer, ...(body === undefined ? {} : { body }) });
    const asked = { model: model.id, repeats: 1, capUsd: 2, agent };
    const skills = radarSkillListSchema.parse(await (await call("get", "/radar-skills")).json());
    expect(skills.items).toEqual([{ skill: "ink-rules", suites: ["effect"] }]);
    const estimate = await call("post", "/radar-runs/estimate", asked);
    expect(radarEstimateSchema.parse(await estimate.json())).toMatchObject({ skills: 1, problems: [] });

    const started = await call("post", "/radar-runs", { ...asked, requestKey: "nightly" });
    expect(started.status).toBe(202);
    const { number } = radarRunSchema.parse(await started.json());
    const again = await call("post", "/radar-runs", { ...asked, requestKey: "nightly" });
    expect(radarRunSchema.parse(await again.json()).number).toBe(number);
    await untilRadarEnds(context, number);
    const read = radarRunDetailSchema.parse(await (await call("get", `/radar-runs/${number}`)).json());
    expect(read).toMatchObject({ state: "done", agent: { slug: agent }, capUsd: 2 });
    expect(read.skills.map(({ word }) => word)).toEqual(["needed"]);
    const [suiteRun] = await db.suiteRun.findMany({ where: { workspaceId: context.workspace.id } });
    // What it starts ends with its key as well.
    expect(suiteRun?.startedByKeyId).toBe(id);
    const list = radarRunListSchema.parse(await (await call("get", "/radar-runs?limit=1")).json());
    expect(list.items.map((run) => run.number)).toEqual([number]);

    const next = radarRunSchema.parse(await (await call("post", "/radar-runs", asked)).json());
    const stopped = radarRunSchema.parse(
      await (await call("post", `/radar-runs/${next.number}/stop`)).json(),
    );
    expect(stopped.state).toBe("stopped");
    const last = radarRunSchema.parse(await (await call("post", "/radar-runs", asked)).json());
    await revokeKey(context, { key: id });
    expect(await untilRadarEnds(context, last.number)).toMatchObject({
      state: "stopped",
      failure: "The key that started this run was revoked.",
      progress: { notReached: 1 },
    });
  });

  it("refuses what is wrong, with the reason, and nothing of elsewhere is found", async () => {
    const { context, base } = await furnished();
    const cookie = await sessionCookie(context);
    const post = async (body: unknown) => {
      const answer = await callApi("post", `${base}/radar-runs`, { cookie, body });
      return [answer.status, JSON.stringify(await answer.json())] as const;
    };
    expect(await post({})).toEqual([422, expect.stringContaining("model")]);
    expect(await post({ model: "rehearsal" })).toEqual([422, expect.stringContaining("no language model")]);
    expect(await post({ model: "Nobody" })).toEqual([422, expect.stringContaining("There is no model")]);
    expect(await post({ model: "New", skills: ["nowhere"] })).toEqual([
      404,
      expect.stringContaining("nowhere"),
    ]);
    expect(await post({ model: "New", surprise: 1 })).toEqual([422, expect.stringContaining("surprise")]);
    const elsewhere = await aContext(db);
    const theirs = await sessionCookie(elsewhere);
    const missing = async (method: string, path: string) =>
      (await callApi(method, `/workspaces/${elsewhere.workspace.slug}${path}`, { cookie: theirs })).status;
    expect(await missing("get", "/radar-runs/1")).toBe(404);
    expect(await missing("post", "/radar-runs/1/stop")).toBe(404);
    expect((await callApi("get", `${base}/radar-runs`, { cookie: theirs })).status).toBe(404);
  });
});
