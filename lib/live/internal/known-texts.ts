import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { KnownText } from "@/lib/hosts/recognise-text";
import { isStorable } from "@/lib/kernel/storable-text";
import { loadBlobs } from "@/lib/library/blobs";
import { latestVersion } from "@/lib/library/which-version/latest-version";
import { textOf } from "@/lib/skills/file-text";
import { isSkillFile } from "@/lib/skills/find-skill-file";
import { foldName } from "@/lib/skills/fold-name";

/** Older versions than these are taken for changed. */
const mostVersions = 30;
/** Longer files are no instructions. */
const mostBytes = 1_000_000;

export type KnownTexts = { known: KnownText[]; latestVersion: number | null };

/**
 * Every text that a file of a skill has had: by version, the newest first, and the draft's at last. Null where the
 * workspace has no skill of this name.
 */
export async function findKnownTexts(
  context: WorkspaceContext,
  { name, path }: { name: string; path: string },
): Promise<KnownTexts | null> {
  // No name or path of a file that is kept has such a sign in it; the database takes it in no question either.
  if (!isStorable(name) || !isStorable(path)) return null;
  const workspaceId = context.workspace.id;
  // A package has one of the two spellings; a host that loaded the skill says neither.
  const paths = isSkillFile(path) ? ["SKILL.md", "skill.md"] : [path];
  const file = {
    where: { path: { in: paths }, workspaceId, size: { lte: mostBytes } },
    select: { sha256: true },
  } as const;
  const skill = await context.db.skill.findFirst({
    where: { workspaceId, nameKey: foldName(name) },
    select: {
      id: true,
      name: true,
      draft: { select: { revision: true, digest: true, files: file } },
      versions: {
        orderBy: { number: "desc" },
        take: mostVersions,
        select: { number: true, digest: true, files: file },
      },
    },
  });
  if (!skill) return null;
  const { id: skillId, versions, draft } = skill;
  const of = { skillId, name: skill.name };
  const texts = [
    ...versions.map(({ number, digest, files }) => ({
      skill: { ...of, version: number, draftRevision: null, digest },
      sha256: files[0]?.sha256,
    })),
    ...(draft
      ? [
          {
            skill: { ...of, version: null, draftRevision: draft.revision, digest: draft.digest },
            sha256: draft.files[0]?.sha256,
          },
        ]
      : []),
  ];
  // Not of the newest ones alone: all of those may be withdrawn.
  const latest = await context.db.version.findFirst({
    where: { skillId, workspaceId, ...latestVersion.where },
    orderBy: latestVersion.orderBy,
    select: { number: true },
  });
  const blobs = await loadBlobs(context, [...new Set(texts.flatMap(({ sha256 }) => sha256 ?? []))]);
  return {
    known: texts.flatMap(({ skill: one, sha256 }) => {
      const bytes = sha256 === undefined ? undefined : blobs.get(sha256);
      const text = bytes ? textOf(bytes) : null;
      // Hosts leave a byte order mark out.
      return text === null ? [] : [new KnownText(one, text.replace(/^\uFEFF/, ""))];
    }),
    latestVersion: latest?.number ?? null,
  };
}
