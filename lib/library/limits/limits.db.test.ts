import { afterEach, describe, expect, it } from "vitest";
import { presentAgent } from "@/lib/agents/present-agent";
import { listAudit } from "@/lib/audit/queries";
import { env } from "@/lib/platform/env";
import { runtimeLimits } from "@/lib/runtime/limits";
import { createConversation } from "@/lib/sessions/commands";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { anAgentWith, aStoredSkill, rehearse, triage } from "@/lib/testing/sessions/rehearsals";
import { setLimits } from "../commands/set-limits";
import { getLimits } from "./read-limits";

const { db } = testDatabase();

const before = env().limits;
afterEach(() => {
  env().limits = before;
});

const limit = async (context: Awaited<ReturnType<typeof aContext>>, name: string) =>
  (await getLimits(context)).limits.find((one) => one.name === name);

/** Those that a conversation here goes by. */
const limitsInForce = async (context: Awaited<ReturnType<typeof aContext>>) =>
  (await presentAgent(context, { dialect: "lightspeed-design", mode: "auto" })).limits;

describe("setLimits", () => {
  it("changes what is said and nothing else, and takes the usual one again", async () => {
    const context = await aContext(db);
    await setLimits(context, { readBytes: 200_000, autoSkills: 3 });
    await setLimits(context, { autoSkills: null });
    expect(await limitsInForce(context)).toEqual({ ...runtimeLimits, readBytes: 200_000 });
    expect(await limit(context, "readBytes")).toEqual({
      name: "readBytes",
      own: 200_000,
      inForce: 200_000,
      usual: runtimeLimits.readBytes,
      least: 1_024,
      most: 4 * 1024 * 1024,
    });
    expect(await limit(context, "autoSkills")).toMatchObject({ own: null, inForce: 40 });
    const { items } = await listAudit(context, { action: "limits.changed" });
    expect(items.map(({ detail }) => detail)).toEqual([
      { from: { readBytes: 200_000, autoSkills: 3 }, to: { readBytes: 200_000 } },
      { from: {}, to: { readBytes: 200_000, autoSkills: 3 } },
    ]);
  });

  it("leaves no trace where nothing changes", async () => {
    const context = await aContext(db);
    await setLimits(context, { readBytes: null });
    await setLimits(context, {});
    expect((await listAudit(context, { action: "limits.changed" })).items).toEqual([]);
  });

  it("is an admin's, within the operator's, and of this workspace alone", async () => {
    const context = await aContext(db);
    await expect(setLimits(await aColleague(context, "reviewer"), { pageSkills: 5 })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    env().limits = "pageSkills=20";
    await expect(setLimits(context, { pageSkills: 21 })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: "The operator allows at most 20 for pageSkills.",
    });
    await setLimits(context, { pageSkills: 20 });
    expect((await limitsInForce(await aContext(db))).pageSkills).toBe(20);
    env().limits = "";
    expect((await limitsInForce(await aContext(db))).pageSkills).toBe(50);
    await expect(setLimits(context, { pageSkills: 100_000 })).rejects.toThrow();
    const elsewhere = {
      ...(await aContext(db)),
      workspace: { ...context.workspace, id: crypto.randomUUID() },
    };
    await expect(setLimits(elsewhere, { pageSkills: 5 })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("loses nothing where two people change different limits at once", async () => {
    const context = await aContext(db);
    await Promise.all([setLimits(context, { readBytes: 2_048 }), setLimits(context, { skillBytes: 8_192 })]);
    expect(await limitsInForce(context)).toMatchObject({ readBytes: 2_048, skillBytes: 8_192 });
  });

  it("passes over what is stored of a later release", async () => {
    const context = await aContext(db);
    await db.workspace.update({ where: { id: context.workspace.id }, data: { limits: { fromLater: 3 } } });
    expect(await limitsInForce(context)).toEqual(runtimeLimits);
  });
});

describe("limits of a workspace", () => {
  it("hold in its rehearsals from the next run on: auto tells of a search, and a text does not fit", async () => {
    const context = await aContext(db);
    await aStoredSkill(context, triage);
    const agent = await anAgentWith(context, [triage.name]);
    const { id } = await createConversation(context, { agent });
    const told = async () => {
      const { events } = await rehearse(context, id, { message: "Checkout is down", mode: "auto" });
      const catalogue = events.find(({ type }) => type === "catalogue-injected");
      return catalogue?.type === "catalogue-injected" ? catalogue.payload.mode : null;
    };
    expect(await told()).toBe("inline");
    await setLimits(context, { autoSkills: 0 });
    expect(await told()).toBe("search");
    expect(
      (await presentAgent(context, { dialect: "lightspeed-design", mode: "auto" })).limits.autoSkills,
    ).toBe(0);
  });
});
