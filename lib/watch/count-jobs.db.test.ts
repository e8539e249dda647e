import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { createConversation } from "@/lib/sessions/commands";
import { openRun } from "@/lib/sessions/commands/open-run";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";
import { countJobs } from "./count-jobs";

const { db } = testDatabase();
const hourMs = 60 * 60 * 1000;
const of = async (kind: string, state: string) =>
  (await countJobs(db)).find((one) => one.kind === kind && one.state === state);

const source = (context: Context, name: string) => ({
  workspaceId: context.workspace.id,
  kind: "git",
  name,
  url: "https://example.test/a.git",
  ref: "",
  folder: "",
  userName: "",
  createdById: context.actor.userId,
  updatedAt: new Date(),
});

describe("jobs on record", () => {
  it("are none in an installation that does nothing", async () => {
    expect(await countJobs(db)).toEqual([]);
  });

  it("of sources are waiting once due, running under a lease, and failed after a bad sync; with the age of the oldest", async () => {
    const context = await aContext(db);
    const ago = new Date(Date.now() - hourMs);
    const ahead = new Date(Date.now() + hourMs);
    await db.source.createMany({
      data: [
        { ...source(context, "due"), nextAt: ago },
        { ...source(context, "later"), nextAt: ahead },
        { ...source(context, "running"), leaseUntil: ahead, nextAt: ago },
        { ...source(context, "told"), hookDueAt: new Date() },
        { ...source(context, "failed"), failure: "It does not answer.", failedAt: ago },
      ],
    });
    expect(await of("source", "waiting")).toMatchObject({ count: 2 });
    expect((await of("source", "waiting"))?.oldestSeconds).toBeGreaterThanOrEqual(hourMs / 1000);
    expect(await of("source", "running")).toMatchObject({ count: 1 });
    expect(await of("source", "failed")).toMatchObject({ count: 1 });
  });

  it("count runs that are under way, of every workspace", async () => {
    for (const context of [await aContext(db), await aContext(db)]) {
      const agent = await anAgentWith(context, []);
      const { id: conversation } = await createConversation(context, { agent });
      await openRun(context, {
        conversation,
        requestKey: null,
        owner: "a-server",
        started: {
          message: "Help",
          messageTokens: 1,
          startedBy: { id: context.actor.userId, name: "A" },
          agent: { id: context.workspace.id, slug: "a", name: "A", revision: 1 },
          model: { id: "rehearsal", name: "Rehearsal", kind: "rules", windowTokens: 1 },
          dialect: "standard",
          mode: "inline",
          overlay: [],
          systemPrompt: { text: "", tokens: 0, source: "agent" },
          offered: [],
          unavailable: [],
        },
      });
    }
    expect(await of("run", "running")).toMatchObject({ count: 2 });
  });

  it("of imports are those that somebody works on, and those that failed today", async () => {
    const context = await aContext(db);
    const common = { workspaceId: context.workspace.id, createdById: context.actor.userId, sources: [] };
    const ahead = new Date(Date.now() + hourMs);
    const lastWeek = new Date(Date.now() - 7 * 24 * hourMs);
    await db.import.createMany({
      data: [
        { ...common, state: "reading", leaseUntil: ahead },
        { ...common, state: "ready" },
        { ...common, state: "failed" },
        { ...common, state: "failed", createdAt: lastWeek },
      ],
    });
    expect(await of("import", "running")).toMatchObject({ count: 1 });
    expect(await of("import", "failed")).toMatchObject({ count: 1 });
  });
});
