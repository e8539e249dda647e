import "server-only";
import type { Context } from "@/lib/access/context";
import { peopleBehind } from "../drafts/draft-authors";

/**
 * Keeps that the actor has saved part of a draft, and with them `others` whose text it is. They are its authors until
 * the next version, whatever is undone or renamed: their bytes may come back by another hand. The draft's row must be
 * locked by this transaction, so that no version comes in between.
 */
export async function recordAuthors(
  context: Context,
  skillId: string,
  others: readonly string[] = [],
): Promise<void> {
  const workspaceId = context.workspace.id;
  await context.db.$executeRaw`
    INSERT INTO "DraftAuthor" ("skillId", "workspaceId", "sinceVersion", "userId", "savedAt")
    SELECT ${skillId}::uuid, ${workspaceId}::uuid,
      coalesce((SELECT max(number) FROM "Version" WHERE "skillId" = ${skillId}::uuid), 0),
      person.id, ${context.now()}
    FROM (${peopleBehind(workspaceId, [context.actor.userId, ...others])}) AS person
    ON CONFLICT DO NOTHING`;
}
