import { expect, it, vi } from "vitest";
import { createKey } from "@/lib/auth/commands/create-key";
import { openModel } from "@/lib/proof/models/open-model";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { serveApi } from "@/lib/testing/delivery/deliver-on-loopback";
import { aTerminal } from "@/lib/testing/delivery/terminals";
import { allowLocalServers, aModel } from "@/lib/testing/models";
import { aSuite, aWorker, someCases } from "@/lib/testing/proof/suite-runs";
import type { Received, Reply } from "@/lib/testing/servers/model-server";

allowLocalServers();
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

/** Loads the skill for messages about PDF; once it has the answer, it says a word. */
const finds = ({ body }: Received): Reply => {
  const told = JSON.stringify(body.messages);
  const isAsked = told.includes("Merge PDF") && !told.includes('"role":"tool"');
  const calls = isAsked ? [{ name: "activate_skill", input: { name: "pdf-tools" } }] : [];
  return { kind: "answer", text: ["Done."], calls };
};

it("takes its own run of a live model while nothing that is sent has changed, and says that it was held to nothing", async () => {
  const { context, skill, run } = await aCheck();
  const model = await aModel(context, { replies: [finds] });
  const asked = ["eval", skill, "--model", model.id, "--repeats", "1", "--yes", "--only-changed"];
  const told = run(...asked);
  await vi.waitFor(async () => expect(await db.suiteRun.count({ where: { modelId: model.id } })).toBe(1), {
    timeout: 60_000,
  });
  const worker = aWorker(context, openModel);
  await worker.takeMore();
  await worker.settled();
  const first = await told;
  expect([first.code, first.out]).toEqual([
    0,
    expect.stringMatching(/^pass .* run 1 of [\da-f]{7}\n.*held to nothing/s),
  ]);
  const again = await run(...asked);
  expect([again.code, again.out]).toEqual([0, expect.stringContaining("(from before)")]);
  expect(await db.suiteRun.count({ where: { modelId: model.id } })).toBe(1);
});

it("needs a key that may rehearse", async () => {
  const { skill, run } = await aCheck(["read"]);
  const { code } = await run("eval", skill, "--yes");
  expect(code).toBe(3);
});
