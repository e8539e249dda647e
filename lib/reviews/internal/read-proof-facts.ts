import "server-only";
import { readClosedNames } from "@/lib/access/closed-names";
import type { Context } from "@/lib/access/context";
import { findModelAddress } from "@/lib/proof/models/find-model-address";
import { findPublished } from "@/lib/proof/neighbours/find-published";
import { readNeighbourProof } from "@/lib/proof/neighbours/read-neighbour-proof";
import { readOwnProof } from "@/lib/proof/proven/read-own-proof";
import type { ProofFacts } from "../judge-proof";

type Bytes = { skillId: string; digest: string };

/**
 * Everything that suites say of these bytes of a skill. `model`: the id of the connection that the policy chose. Skills that
 * are not open to the asker count like all others, and go by no name.
 */
export async function readProofFacts(
  context: Context,
  { skillId, digest, model }: Bytes & { model: string | null },
): Promise<ProofFacts> {
  const published = await findPublished(context, { skillId, digest });
  const publishedDigest = published?.digest ?? null;
  const paths = await listPaths(context, { skillId, digest });
  const own = await readOwnProof(context, { skillId, digest, publishedDigest, paths });
  const neighbours = await readNeighbourProof(context, { skillId, digest, publishedDigest });
  const { mask, isClosed } = await readClosedNames(context);
  return {
    own: mask(own),
    neighbours: mask(neighbours.map((one) => ({ ...one, isClosed: isClosed(one) }))),
    now: context.now(),
    model: model === null ? null : await findModelAddress(context, model),
    published: published?.number ?? null,
  };
}

/** Of the draft while it is these bytes, else of the version that is. */
async function listPaths({ db, workspace }: Context, { skillId, digest }: Bytes): Promise<string[]> {
  const workspaceId = workspace.id;
  const ofDraft = await db.draftFile.findMany({
    where: { skillId, workspaceId, draft: { digest } },
    select: { path: true },
  });
  if (ofDraft.length > 0) return ofDraft.map(({ path }) => path);
  const version = await db.version.findFirst({
    where: { skillId, workspaceId, digest },
    select: { files: { select: { path: true } } },
  });
  return version?.files.map(({ path }) => path) ?? [];
}
