import { afterEach, describe, expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import {
  aKeyFor,
  goodDayEvents,
  newestExchange,
  sendAsHost,
  startGoodDayServer,
} from "@/lib/testing/hosts/gateway";
import { aRequestOf, aSeenExchange } from "@/lib/testing/hosts/seen-exchanges";
import { allowLocalServers } from "@/lib/testing/models";
import { createGatewayKey } from "../commands/create-gateway-key";
import { everythingKept, keepLater } from "./live-recorder";

allowLocalServers();
const { db } = testDatabase();
const most = 96 * 1024 * 1024;
const body = new Uint8Array(aRequestOf("Hello"));
const wholeAnswer = goodDayEvents.join("");

/** As if so much waited. */
function fill(waitingBytes: number, waiting = 1): void {
  globalThis.greenroomRecorder = { last: Promise.resolve(), waitingBytes, waiting };
}
afterEach(async () => {
  await everythingKept();
  globalThis.greenroomRecorder = undefined;
});

const rowsOf = (keyId: string) =>
  db.liveExchange.findMany({ where: { session: { keyId } }, orderBy: { at: "asc" } });

describe("what waits to be written down", () => {
  it("loses its texts where too much waits at once, is counted and marked", async () => {
    const ines = await aContext(db);
    const { id } = await createGatewayKey(ines, { name: "Laptop" });
    const keep = keepLater(async () => null);
    const admission = { context: ines, key: { id, lastUsedAt: null }, hostModel: null };
    const request = Buffer.alloc(60 * 1024 * 1024, "x");
    for (const sessionName of ["One", "Two"]) void keep(admission, aSeenExchange({ request, sessionName }));
    await everythingKept();
    const rows = await rowsOf(id);
    expect(rows.map(({ note }) => note).sort()).toEqual([
      expect.stringContaining("too long"),
      expect.stringContaining("Too much went by at once"),
    ]);
    for (const row of rows)
      expect(row).toMatchObject({ requestBytes: request.byteLength, inputTokens: 120, outputTokens: 30 });
  });

  it("loses its answer too, whose usage is read before", async () => {
    const [ines, server] = [await aContext(db), await startGoodDayServer()];
    const { address, id } = await aKeyFor(ines, server);
    for (const spare of [wholeAnswer.length + body.byteLength, wholeAnswer.length]) {
      fill(most - spare);
      await (await sendAsHost(address, { body })).text();
      await everythingKept();
      expect(globalThis.greenroomRecorder).toMatchObject({ waitingBytes: most - spare, waiting: 1 });
    }
    const rows = await rowsOf(id);
    expect(rows.map(({ note, outputTokens, items }) => [note, outputTokens, items !== null])).toEqual([
      [null, 30, true],
      [expect.stringContaining("Too much went by at once"), 30, false],
    ]);
    expect(rows.map(({ answer }) => answer !== null)).toEqual([true, false]);
    expect(await db.modelUsage.count({ where: { workspaceId: ines.workspace.id } })).toBe(2);
  });

  it("is not kept at all behind thousands, and spent all the same", async () => {
    const [ines, server] = [await aContext(db), await startGoodDayServer()];
    const { address } = await aKeyFor(ines, server);
    fill(0, 5_000);
    expect(await (await sendAsHost(address)).text()).toBe(wholeAnswer);
    expect(await newestExchange(ines)).toBeNull();
    expect(await db.modelUsage.count({ where: { workspaceId: ines.workspace.id } })).toBe(1);
  });

  it("is spent before its turn comes, and the stop of a server does not wait for ever", async () => {
    const ines = await aContext(db);
    const { id } = await createGatewayKey(ines, { name: "Laptop" });
    const stuck = Promise.withResolvers<null>();
    const keep = keepLater(() => stuck.promise);
    const written: number[] = [];
    const hostModel = {
      ...({ name: "Large", provider: "anthropic", modelId: "m" } as const),
      baseUrl: "http://127.0.0.1",
      key: null,
      timeoutMs: 1,
      meter: {
        reserve: async () => ({ free: () => {} }),
        afterStep: async ({ output }: { output: number }) => written.push(output),
      },
    };
    const admission = { context: ines, key: { id, lastUsedAt: null }, hostModel };
    await Promise.all(["One", "Two"].map((sessionName) => keep(admission, aSeenExchange({ sessionName }))));
    expect(written).toEqual([30, 30]);
    await everythingKept({ mostMs: 50 });
    expect((await rowsOf(id)).length).toBeLessThan(2);
    stuck.resolve(null);
    await everythingKept({ mostMs: 60_000 });
    expect(await rowsOf(id)).toHaveLength(2);
  });
});
