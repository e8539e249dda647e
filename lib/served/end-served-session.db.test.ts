import { describe, expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aServedAgent } from "@/lib/testing/hosts/served";
import { endServedSession } from "./commands/end-served-session";
import { listServedEvents } from "./queries";

const { db } = testDatabase();

describe("endServedSession", () => {
  it("answers everybody who ends it at once with the session as it ended, and ends its turn once", async () => {
    const { agent, machine, open } = await aServedAgent(await aContext(db));
    const { id } = await open();
    const asking = await machine.asking();
    const ends = Array.from({ length: 4 }, () => endServedSession(asking, { agent, session: id }));
    const ended = await Promise.all(ends);
    expect(ended.map(({ state }) => state)).toEqual(["ended", "ended", "ended", "ended"]);
    expect(new Set(ended.map(({ expiresAt }) => expiresAt)).size).toBe(1);
    const { items } = await listServedEvents(asking, { session: id });
    expect(items.filter(({ type }) => type === "run-finished")).toHaveLength(1);
  });

  it("is NOT_FOUND for one of another workspace, and ends nothing there", async () => {
    const { open } = await aServedAgent(await aContext(db));
    const { id } = await open();
    const foreign = await aServedAgent(await aContext(db));
    const asking = await foreign.machine.asking();
    await expect(endServedSession(asking, { agent: foreign.agent, session: id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await db.servedSession.findUniqueOrThrow({ where: { id } })).toMatchObject({ endedAt: null });
  });
});
