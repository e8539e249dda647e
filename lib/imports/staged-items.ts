import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { DraftFacts } from "@/lib/library/writes/write-draft";
import { textOf } from "@/lib/skills/file-text";
import { parseSkill } from "@/lib/skills/parse-skill";
import type { SeenDraft } from "./seen-draft";

/** `claimed`: what the source was called and where it was when it was read; as it is now where that is not known. */
export type ItemSource = { id: string; revision: string; claimed?: { name: string; url: string } };

/** An item about to be stored: what was found out when it was read, and the body that search needs. */
export type StagedItem = {
  id: string;
  importId: string;
  /** Whoever uploaded it: somebody else may store it. */
  uploadedById: string;
  name: string;
  /** Its folder in the upload; empty at the top. */
  root: string;
  choice: "create" | "update" | "rename" | "skip" | null;
  newName: string | null;
  /** Of one from a source: the draft that it replaces, as it was looked at. */
  replaces: SeenDraft | null;
  /** Where it came from; null for an upload. */
  source: ItemSource | null;
  facts: DraftFacts;
};

type Row = Omit<StagedItem, "facts" | "replaces" | "source"> & {
  skillId: string | null;
  draftDigest: string | null;
  draftModes: number | null;
  sourceId: string | null;
  revision: string | null;
  sourceName: string | null;
  sourceUrl: string | null;
  description: string;
  digest: string;
  size: number;
  errorCount: number;
  warningCount: number;
  blockingCount: number;
  metadataTokens: number;
  instructionTokens: number;
  resourceTokens: number;
  bytes: Uint8Array;
};

/** Items that still wait, in their order. Those whose staged files have expired are not among them. */
export async function readStagedItems(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  ids: readonly string[],
): Promise<StagedItem[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT i.id, i."importId", u."createdById" AS "uploadedById", i.name, i.root, i.choice::text AS choice, i."newName",
      i."skillId", i."draftDigest", i."draftModes", u."sourceId", u.revision, u."sourceName", u."sourceUrl", i.description, i.digest, i.size,
      i."errorCount", i."warningCount", i."blockingCount",
      i."metadataTokens", i."instructionTokens", i."resourceTokens", b.bytes
    FROM "ImportItem" i
    JOIN "Import" u ON u.id = i."importId"
    JOIN LATERAL (
      SELECT sha256 FROM "ImportFile" f
      WHERE f."itemId" = i.id AND f.path IN ('SKILL.md', 'skill.md') ORDER BY f.path COLLATE "C" LIMIT 1
    ) f ON true
    JOIN "Blob" b ON b.sha256 = f.sha256
    WHERE i.id = ANY (${[...ids]}::uuid[]) AND i."workspaceId" = ${workspaceId}::uuid
      AND i.state = 'waiting' AND i.digest IS NOT NULL
    ORDER BY i.position`;
  return rows.map(toStagedItem);
}

function toStagedItem(row: Row): StagedItem {
  const { id, importId, uploadedById, name, root, choice, newName, description, digest, size } = row;
  const { skillId, draftDigest, draftModes } = row;
  const { body, frontmatter } = parseSkill(textOf(row.bytes) ?? "", { mode: "lenient", folderName: name });
  return {
    id,
    importId,
    uploadedById,
    name,
    root,
    choice,
    newName,
    replaces: skillId !== null && draftDigest !== null ? { skillId, draftDigest, draftModes } : null,
    source: sourceOf(row),
    facts: {
      digest,
      size,
      errorCount: row.errorCount,
      warningCount: row.warningCount,
      blockingCount: row.blockingCount,
      tokens: {
        metadata: row.metadataTokens,
        instructions: row.instructionTokens,
        resources: row.resourceTokens,
      },
      skill: { description, body, frontmatter },
    },
  };
}

/** One that goes on after a server was ended knows what the source was then, whatever became of it since. */
function sourceOf({ sourceId, revision, sourceName: name, sourceUrl: url }: Row): ItemSource | null {
  if (sourceId === null || revision === null) return null;
  const source = { id: sourceId, revision };
  return name !== null && url !== null ? { ...source, claimed: { name, url } } : source;
}
