import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { DatabaseContext } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { writeWords } from "../writes/write-draft";

/** Read at one go. */
const mostRead = 200;

type Uncounted = { skillId: string; workspaceId: string };

/**
 * Counts the words of drafts that nobody has counted, in every workspace, so that a search of the library finds them
 * as agents do. Safe on several servers at once. Answers how many it counted.
 */
export async function stemDrafts({ db }: DatabaseContext): Promise<number> {
  let counted = 0;
  let after: string | null = null;
  for (;;) {
    const beyond = after === null ? sql`true` : sql`d."skillId" > ${after}::uuid`;
    const drafts: Uncounted[] = await db.$queryRaw<Uncounted[]>`
      SELECT d."skillId", d."workspaceId" FROM "Draft" d
      WHERE ${beyond} AND NOT EXISTS (
        SELECT FROM "SearchTerms" t WHERE t."workspaceId" = d."workspaceId" AND t.digest = d.digest)
      ORDER BY d."skillId" LIMIT ${mostRead}`;
    for (const { skillId, workspaceId } of drafts)
      if (await stemDraft({ db, workspace: { id: workspaceId } }, skillId)) counted += 1;
    after = drafts.at(-1)?.skillId ?? null;
    if (drafts.length < mostRead) return counted;
  }
}

type Held = { digest: string; description: string; body: string };

/** The draft is held meanwhile: a save at the same moment writes its own words after these. False when it is gone. */
const stemDraft = (context: WorkspaceContext, skillId: string): Promise<boolean> =>
  inTransaction(context, async (context) => {
    const [draft] = await context.db.$queryRaw<Held[]>`
      SELECT digest, description, body FROM "Draft"
      WHERE "skillId" = ${skillId}::uuid AND "workspaceId" = ${context.workspace.id}::uuid
      FOR NO KEY UPDATE`;
    if (!draft) return false;
    const { digest, description, body } = draft;
    await writeWords(context, skillId, { digest, skill: { description, body } });
    return true;
  });
