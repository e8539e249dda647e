import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { findModelAddress } from "@/lib/proof/models/find-model-address";
import type { suiteKinds } from "@/lib/proof/proof-options";

type Wanted = {
  skillId: string;
  suite: (typeof suiteKinds)[number];
  digest: string;
  agentSlug: string;
  /** The new model's: what it is held against is another's. */
  modelId: string;
  /** Null for any. */
  againstId: string | null;
};

/**
 * The newest run on record that a new model can be held against: of the same bytes with the same agent, carried out to its
 * end, and answered by a live model. Null where there is none.
 */
export async function findEarlierRun(
  context: WorkspaceContext,
  { skillId, suite, digest, agentSlug, modelId, againstId }: Wanted,
): Promise<string | null> {
  const { db, workspace } = context;
  const row = await db.suiteRun.findFirst({
    where: {
      workspaceId: workspace.id,
      skillId,
      suite,
      digest,
      agentSlug,
      ...(await answeredBy(context, { modelId, againstId })),
      modelKind: "live",
      state: "done",
      removedAt: null,
      // What tried a text that the skill does not have, or a sibling's draft beside it, says nothing of it.
      improvementId: null,
      besideSkillId: null,
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true },
  });
  return row?.id ?? null;
}

/** By what a connection asks now: it may have asked another model when the run was made. */
async function answeredBy(
  context: WorkspaceContext,
  { modelId, againstId }: Pick<Wanted, "modelId" | "againstId">,
) {
  const asked = await findModelAddress(context, againstId ?? modelId);
  if (!asked) return { modelId: againstId ?? { not: modelId } };
  const offer = { path: ["address"], equals: asked.address };
  return againstId === null ? { NOT: { offer } } : { offer };
}
