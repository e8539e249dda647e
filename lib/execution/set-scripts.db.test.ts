import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "@/lib/audit/queries";
import { env } from "@/lib/platform/env";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { setScripts } from "./commands/set-scripts";
import { getScriptSettings, readScriptRule } from "./read-script-settings";

const { db } = testDatabase();

beforeEach(() => {
  env().scripts = true;
});
afterEach(() => {
  env().scripts = false;
});

describe("setScripts", () => {
  it("is off until an admin says otherwise, and leaves one row of the audit", async () => {
    const context = await aContext(db);
    expect(await getScriptSettings(context)).toMatchObject({
      mode: "off",
      allowedHere: true,
      inForce: "off",
    });
    expect(await setScripts(context, { mode: "ask" })).toMatchObject({ mode: "ask", inForce: "ask" });
    await setScripts(context, { mode: "ask" });
    expect((await readScriptRule(context)).workspace.mode).toBe("ask");
    const { items } = await listAudit(context, { action: "scripts.changed" });
    expect(items.map(({ detail }) => detail)).toEqual([{ from: "off", to: "ask" }]);
  });

  it("holds nothing where the operator switched them off, and lets them be switched off there", async () => {
    const context = await aContext(db);
    await setScripts(context, { mode: "ask" });
    env().scripts = false;
    expect((await readScriptRule(context)).workspace.mode).toBe("off");
    expect(await getScriptSettings(context)).toMatchObject({
      mode: "ask",
      allowedHere: false,
      inForce: "off",
    });
    await setScripts(context, { mode: "off" });
    await expect(setScripts(context, { mode: "ask" })).rejects.toMatchObject({ code: "UNPROCESSABLE" });
  });

  it("is the workspace's own, and an admin's to say", async () => {
    const context = await aContext(db);
    const elsewhere = await aContext(db);
    await setScripts(context, { mode: "ask" });
    expect((await readScriptRule(elsewhere)).workspace.mode).toBe("off");
    const author = await aColleague(context, "author");
    await expect(setScripts(author, { mode: "off" })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("takes two who say the same at once", async () => {
    const context = await aContext(db);
    await Promise.all([setScripts(context, { mode: "ask" }), setScripts(context, { mode: "ask" })]);
    expect((await listAudit(context, { action: "scripts.changed" })).items).toHaveLength(1);
  });
});
