import "server-only";
import { z } from "zod";
import { notify } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { openHookCheck } from "../hook-signature";
import type { HookResult } from "../source-options";
import { hookSecret } from "../source-secret";

/** As GitHub has it; the body is signed and otherwise not looked at, so none of it is kept. */
const mostBytes = 25 * 1024 * 1024;
/** Between two refusals that are written down: whoever sends nonsense does not keep the database busy. */
const refusalEveryMs = 10_000;

export type HookOutcome = "taken" | "refused" | "unknown" | "too-large";

type Sent = { source: string; headers: Headers; body: ReadableStream<Uint8Array> | null };
type Visitor = DatabaseContext & { now: () => Date };

/**
 * Marks a source as due where the secret that was made for it signed what was sent. The same delivery again does what a
 * sync does that finds nothing new: nothing.
 */
export async function receiveHook(visitor: Visitor, { source, headers, body }: Sent): Promise<HookOutcome> {
  const id = z.uuid().safeParse(source);
  const row = id.success
    ? await visitor.db.source.findUnique({
        where: { id: id.data },
        select: { id: true, workspaceId: true, hookSecret: true },
      })
    : null;
  if (!row?.hookSecret) return "unknown";
  const check = openHookCheck(hookSecret.unseal(row.id, row.hookSecret), headers, visitor.now());
  let length = 0;
  for await (const piece of body ?? []) {
    length += piece.byteLength;
    if (length > mostBytes) return "too-large";
    check?.update(piece);
  }
  const isRight = check?.isRight() ?? false;
  await note(visitor, { ...row, hookSecret: row.hookSecret }, isRight ? "taken" : "refused");
  return isRight ? "taken" : "refused";
}

type Hooked = { id: string; workspaceId: string; hookSecret: Uint8Array<ArrayBuffer> };

/** Nothing where the secret is another one by now. */
async function note(
  visitor: Visitor,
  { id, workspaceId, hookSecret }: Hooked,
  outcome: HookResult,
): Promise<void> {
  const now = visitor.now();
  const before = new Date(now.getTime() - refusalEveryMs);
  const isTaken = outcome === "taken";
  await inTransaction(visitor, async (context) => {
    const { count } = await context.db.source.updateMany({
      where: {
        id,
        workspaceId,
        hookSecret,
        ...(isTaken ? {} : { OR: [{ hookLastAt: null }, { hookLastAt: { lt: before } }] }),
      },
      data: { hookLastAt: now, hookLastOutcome: outcome, ...(isTaken ? { hookDueAt: now } : {}) },
    });
    if (count > 0) await notify(context, { topic: "library", workspaceId, draftOnly: true });
  });
}
