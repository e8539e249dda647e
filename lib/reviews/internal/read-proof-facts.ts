import "server-only";
import type { Context } from "@/lib/access/context";
import { latestVersion } from "@/lib/library/follow/latest-version";
import { readNeighbourProof } from "@/lib/proof/read-neighbour-proof";
import { readOwnProof } from "@/lib/proof/read-own-proof";
import type { ProofFacts } from "../judge-proof";

type Bytes = { skillId: string; digest: string };

/** The newest version that agents may get and that is not these bytes; null where there is none. */
async function findPublished(
  { db, workspace }: Context,
  { skillId, digest }: Bytes,
): Promise<{ number: number; digest: string } | null> {
  return db.version.findFirst({
    where: { skillId, workspaceId: workspace.id, ...latestVersion.where, NOT: { digest } },
    orderBy: latestVersion.orderBy,
    select: { number: true, digest: true },
  });
}

/** Everything that suites say of these bytes of a skill. `model`: the id of the connection that the policy chose. */
export async function readProofFacts(
  context: Context,
  { skillId, digest, model }: Bytes & { model: string | null },
): Promise<ProofFacts> {
  const published = await findPublished(context, { skillId, digest });
  return {
    own: await readOwnProof(context, {
      skillId,
      digest,
      publishedDigest: published?.digest ?? null,
      paths: await listPaths(context, { skillId, digest }),
    }),
    neighbours: await readNeighbourProof(context, {
      skillId,
      digest,
      publishedDigest: published?.digest ?? null,
    }),
    now: context.now(),
    modelName: await findModelName(context, model),
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

async function findModelName({ db, workspace }: Context, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const row = await db.modelConnection.findFirst({
    where: { id, workspaceId: workspace.id, archivedAt: null },
    select: { name: true },
  });
  return row?.name ?? null;
}
