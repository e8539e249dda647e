import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import { partSchema } from "@/lib/playground/open-replay";
import type { KeptAnswers, KeptFrom } from "../trials/kept-model";

const partsSchema = z.array(partSchema);

/** What a workspace's models were asked before. `from` is the run that asks now; `onlyRunId`: what it keeps is for it alone. */
export function keptAnswerRows(
  { db, workspace }: WorkspaceContext,
  { from, onlyRunId, now }: { from: KeptFrom; onlyRunId: string | null; now: () => Date },
): KeptAnswers {
  const workspaceId = workspace.id;
  return {
    async find(key) {
      const row = await db.keptAnswer.findUnique({
        where: { workspaceId_key: { workspaceId, key } },
        select: { skill: true, number: true, parts: true },
      });
      if (!row) return null;
      return { skill: row.skill, number: row.number, parts: partsSchema.parse(row.parts) };
    },
    async keep(key, parts) {
      await db.$executeRaw`
        INSERT INTO "KeptAnswer" ("workspaceId", key, skill, number, parts, "onlyRunId", at)
        SELECT ${workspaceId}::uuid, ${key}, ${from.skill}, ${from.number}::int, ${JSON.stringify(parts)}::json,
          ${onlyRunId}::uuid, ${now()}
        WHERE EXISTS (SELECT FROM "Workspace" WHERE id = ${workspaceId}::uuid)
        ON CONFLICT DO NOTHING`;
    },
  };
}
