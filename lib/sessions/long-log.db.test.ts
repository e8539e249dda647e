import { describe, expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aTriageConversation, rehearse } from "@/lib/testing/sessions/rehearsals";
import { createBranch } from "./commands/create-branch";
import { getConversation, listEvents } from "./queries";

const { db } = testDatabase();

/** A conversation whose first run has this many pieces of text between its start and its end. */
async function aLongConversation(pieces: number) {
  const context = await aContext(db);
  const { id, branchId } = await aTriageConversation(context);
  const { run } = await rehearse(context, id, "Hello there");
  const { lastSeq } = await getConversation(context, id);
  const place = { conversationId: id, workspaceId: context.workspace.id, branchId, runId: run.id, turn: 1 };
  await db.event.createMany({
    data: Array.from({ length: pieces }, (_, index) => ({
      ...place,
      seq: lastSeq + index + 1,
      type: "text",
      payload: { step: 1, text: `Piece ${index} of a long answer. `, tokens: 7 },
      traceId: context.traceId,
    })),
  });
  await db.conversation.update({ where: { id }, data: { lastSeq: lastSeq + pieces } });
  return { context, id, lastSeq: lastSeq + pieces };
}

describe("a long log", () => {
  it("is read in pages without a gap, in every line", async () => {
    const { context, id, lastSeq } = await aLongConversation(2_500);
    const first = await createBranch(context, { conversation: id, fromSeq: lastSeq - 1 });
    const second = await createBranch(context, { conversation: id, fromSeq: lastSeq - 2 });
    for (const branch of [first, second]) {
      const seqs: number[] = [];
      for (let after: number | null = 0; after !== null; ) {
        const page = await listEvents(context, { conversation: id, branch: branch.id, after, limit: 1_000 });
        expect(page.items.length).toBeLessThanOrEqual(1_000);
        seqs.push(...page.items.map(({ seq }) => seq));
        after = page.nextAfter;
      }
      expect(seqs).toEqual(Array.from({ length: branch.lastSeq }, (_, index) => index + 1));
    }
  });
});
