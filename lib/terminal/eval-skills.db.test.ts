import { expect, it, vi } from "vitest";
import { createKey } from "@/lib/auth/commands/create-key";
import { openModel } from "@/lib/proof/open-model";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { serveApi } from "@/lib/testing/deliver-on-loopback";
import { aScriptedModel, aSuite, aWorker, someCases, tryOut } from "@/lib/testing/suite-runs";
import { aTerminal } from "@/lib/testing/terminals";

const { db } = testDatabase();

async function aCheck(scopes: Parameters<typeof createKey>[1]["scopes"] = ["rehearse"]) {
  const context = await aContext(db);
  const { skill } = await aSuite(context, someCases(8, 4));
  const server = await serveApi(context);
  const { key } = await createKey(context, { name: "CI", scopes });
  const { run } = aTerminal({ settings: { address: server.workspace, key } });
  return { context, skill, run };
}

it("runs a draft's suite on the server, and never passes what no model answered", async () => {
  const { context, skill, run } = await aCheck();
  const told = run("eval", skill, "missing", "--repeats", "1", "--json");
  await vi.waitFor(async () => expect(await db.suiteRun.count()).toBe(1), { timeout: 60_000 });
  const worker = aWorker(context, openModel);
  await worker.takeMore();
  await worker.settled();
  const { code, document } = await told;
  expect(code).toBe(3);
  expect(document()).toMatchObject({
    command: "eval",
    code: 3,
    skills: [
      { skill, number: 1, code: 3, reasons: [expect.stringContaining("no model answered")] },
      { skill: "missing", number: null, code: 3 },
    ],
  });
});

it("is held to its own run where that was of a live model", async () => {
  const { context, skill, run } = await aCheck();
  const finds = aScriptedModel((query) =>
    query.startsWith("Merge") ? { call: "pdf-tools" } : { text: "No." },
  );
  const { number } = await tryOut(context, skill, {
    open: finds.open,
  });
  const { code, out } = await run("eval", skill, "--only-changed");
  expect([code, out]).toEqual([0, `pass           ${skill}  run ${number} (from before)\n`]);
});

it("needs a key that may rehearse", async () => {
  const { skill, run } = await aCheck(["read"]);
  const { code } = await run("eval", skill, "--yes");
  expect(code).toBe(3);
});
