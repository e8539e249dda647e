import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { textOf } from "@/lib/skills/file-text";
import { findSkillFile } from "@/lib/skills/find-skill-file";
import { parseSkill } from "@/lib/skills/parse-skill";
import { noNeeds, readNeeds, type SkillNeeds } from "@/lib/skills/skill-needs";
import { loadBlobs } from "./blobs";
import { packageCaches } from "./caches/package-caches";
import type { FollowedPackage } from "./which-version/resolve-follow";

type Asked = Pick<Extract<FollowedPackage, { kind: "version" }>, "kind" | "digest" | "versionId">;
type AskedDraft = Pick<Extract<FollowedPackage, { kind: "draft" }>, "kind" | "digest"> & { skillId: string };

/** At once: what their texts take together stays small. */
const atOnce = 50;

type Document = { digest: string; sha256: string; keep: boolean };

/**
 * What packages say that they need, by digest; for one without a SKILL.md that can be read, nothing. Reads SKILL.md once
 * for each digest of a version; a draft's each time, as it may be another one by the time its bytes are read.
 */
export async function loadNeeds(
  context: WorkspaceContext,
  packages: readonly (Asked | AskedDraft)[],
): Promise<ReadonlyMap<string, SkillNeeds>> {
  const cache = packageCaches().needs;
  const found = new Map<string, SkillNeeds>();
  const unread: (Asked | AskedDraft)[] = [];
  for (const one of packages) {
    const known = one.kind === "version" ? cache.get(one.digest) : undefined;
    if (known) found.set(one.digest, known);
    else unread.push(one);
  }
  const documents = await findDocuments(context, unread);
  for (let at = 0; at < documents.length; at += atOnce) {
    const some = documents.slice(at, at + atOnce);
    const bytes = await loadBlobs(context, [...new Set(some.map(({ sha256 }) => sha256))]);
    for (const { digest, sha256, keep } of some) {
      const text = textOf(bytes.get(sha256) ?? new Uint8Array());
      const needs = text === null ? noNeeds : readNeeds(parseSkill(text, { mode: "lenient" }).frontmatter);
      found.set(digest, needs);
      if (keep) cache.set(digest, needs, JSON.stringify(needs).length);
    }
  }
  return found;
}

async function findDocuments(
  { db, workspace }: WorkspaceContext,
  unread: readonly (Asked | AskedDraft)[],
): Promise<Document[]> {
  if (unread.length === 0) return [];
  const named = { workspaceId: workspace.id, path: { in: ["SKILL.md", "skill.md"] } };
  const versionIds = unread.flatMap((one) => (one.kind === "version" ? [one.versionId] : []));
  const skillIds = unread.flatMap((one) => (one.kind === "draft" ? [one.skillId] : []));
  const select = { path: true, sha256: true } as const;
  const ofVersions =
    versionIds.length === 0
      ? []
      : await db.versionFile.findMany({
          where: { ...named, versionId: { in: versionIds } },
          select: { ...select, versionId: true },
        });
  const ofDrafts =
    skillIds.length === 0
      ? []
      : await db.draftFile.findMany({
          where: { ...named, skillId: { in: skillIds } },
          select: { ...select, skillId: true },
        });
  const files = new Map<string, Map<string, string>>();
  const put = (id: string, { path, sha256 }: { path: string; sha256: string }) =>
    files.set(id, (files.get(id) ?? new Map<string, string>()).set(path, sha256));
  for (const file of ofVersions) put(file.versionId, file);
  for (const file of ofDrafts) put(file.skillId, file);
  return unread.flatMap((one) => {
    const own = files.get(one.kind === "version" ? one.versionId : one.skillId);
    const path = findSkillFile(own?.keys() ?? []);
    const sha256 = path === null ? undefined : own?.get(path);
    return sha256 === undefined ? [] : [{ digest: one.digest, sha256, keep: one.kind === "version" }];
  });
}
