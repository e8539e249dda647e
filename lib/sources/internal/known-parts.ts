import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import type { ArchivePackage } from "@/lib/bundles/archive-packages";
import { type ArchiveRule, archiveRules } from "@/lib/bundles/archive-refusal";
import { digestSchema } from "@/lib/kernel/digest-schema";
import { heldFile, loadBlobs } from "@/lib/library/blobs";
import { sha256 } from "@/lib/platform/crypto";
import { packageDigest } from "@/lib/skills/digest";
import type { SourceRow } from "../source-rows";

const isArchiveRule = (rule: string): rule is ArchiveRule => Object.hasOwn(archiveRules, rule);

/** What an index listed under a name, by the digest of what was fetched, and the package that was in it. */
const knownPartSchema = z.object({
  name: z.string(),
  artifact: digestSchema,
  digest: digestSchema,
  notes: z.array(z.object({ rule: z.string().refine(isArchiveRule), path: z.string(), message: z.string() })),
});
type KnownPart = z.infer<typeof knownPartSchema>;
export type KnownParts = KnownPart[];

/** A package that was read before, from here; null where it has to be fetched. */
export type FindKnown = (entry: { name: string; artifact: string }) => Promise<ArchivePackage | null>;

export const partOf = ({ root, files, notes }: ArchivePackage, artifact: string): KnownPart => ({
  name: root,
  artifact,
  digest: packageDigest(files.map(heldFile), sha256),
  notes: notes.map(({ rule, path, message }) => ({ rule, path, message })),
});

/** Packages of an index as they are kept beside their drafts, to be compared again without being fetched again. */
export async function openKnownParts(
  context: WorkspaceContext,
  { id: sourceId, parts: stored }: Pick<SourceRow, "id" | "parts">,
): Promise<FindKnown> {
  const parts = z.array(knownPartSchema).catch([]).parse(stored);
  const partNamed = new Map(parts.map((part) => [part.name, part]));
  return async ({ name, artifact }) => {
    const part = partNamed.get(name);
    if (part?.artifact !== artifact) return null;
    const link = await context.db.sourceSkill.findFirst({
      where: {
        sourceId,
        workspaceId: context.workspace.id,
        path: name,
        OR: [{ digest: part.digest }, { theirsDigest: part.digest }],
      },
      select: { digest: true, files: { orderBy: { path: "asc" } } },
    });
    const side = link?.digest === part.digest ? "base" : "theirs";
    const files = link?.files.filter((file) => file.side === side) ?? [];
    const bytesOf = await loadBlobs(
      context,
      files.map((file) => file.sha256),
    );
    const held = files.flatMap(({ path, sha256, executable }) => {
      const bytes = bytesOf.get(sha256);
      return bytes ? [{ path, bytes, executable }] : [];
    });
    if (held.length === 0 || packageDigest(held.map(heldFile), sha256) !== part.digest) return null;
    return { root: name, folderName: name, files: held, nestedIn: null, refusal: null, notes: part.notes };
  };
}
