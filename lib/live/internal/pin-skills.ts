import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { ReadFact } from "@/lib/hosts/exchange-reading-schema";
import { skillTextPieces } from "@/lib/hosts/skill-text-pieces";
import { isStorable } from "@/lib/kernel/storable-text";
import { listPackageFiles, type PackageSource, readPackageFiles } from "@/lib/library/read-packages";
import { latestOf } from "@/lib/library/which-version/resolve-follow";
import type { SkillRef } from "@/lib/runtime/events";
import type { SkillSource } from "@/lib/runtime/ports";
import type { SessionSkill } from "@/lib/runtime/session-setup";
import { textOf } from "@/lib/skills/file-text";
import { findSkillFile } from "@/lib/skills/find-skill-file";
import { foldName } from "@/lib/skills/fold-name";
import { readInvocation } from "@/lib/skills/invocation";
import { parseSkill } from "@/lib/skills/parse-skill";

export type PinnedSkills = { skills: SessionSkill[]; source: SkillSource; skillTextPieces: string[] };

/**
 * The skills of this workspace among those that a host listed: each in the version that it was last seen in, in the
 * latest where none of its texts went by, or its draft without one.
 */
export async function pinSkills(
  context: WorkspaceContext,
  names: readonly string[],
  read: readonly ReadFact[],
): Promise<PinnedSkills> {
  const workspaceId = context.workspace.id;
  const rows = await context.db.skill.findMany({
    where: { workspaceId, nameKey: { in: names.map(foldName).filter(isStorable) } },
    select: {
      id: true,
      name: true,
      draft: { select: { revision: true, digest: true } },
      versions: {
        select: { id: true, number: true, digest: true, withdrawal: { select: { versionId: true } } },
      },
    },
  });
  const seen = new Map(read.flatMap(({ skill }) => (skill ? [[skill.skillId, skill] as const] : [])));
  const sources = new Map<string, PackageSource>();
  const skills: SessionSkill[] = [];
  const pieces: (Uint8Array | null)[] = [];
  for (const { id, name, draft, versions } of rows) {
    const version = versions.find(({ number }) => number === seen.get(id)?.version) ?? latestOf(versions);
    if (!version && !draft) continue;
    const place = version ? { versionId: version.id } : { skillId: id };
    const files = await readPackageFiles(context, place);
    const skillFile = findSkillFile(files.map(({ path }) => path));
    const bytes = files.find(({ path }) => path === skillFile)?.bytes;
    const document = bytes ? textOf(bytes)?.replace(/^\uFEFF/, "") : undefined;
    if (document === undefined) continue;
    const { description, frontmatter } = parseSkill(document, {
      mode: "lenient",
      folderName: name,
    });
    const { whenToUse } = readInvocation(frontmatter);
    const ref: SkillRef = {
      skillId: id,
      name,
      version: version?.number ?? null,
      draftRevision: version ? null : (draft?.revision ?? null),
      digest: version?.digest ?? draft?.digest ?? "",
    };
    sources.set(id, place);
    pieces.push(...files.map(({ bytes }) => bytes));
    skills.push({
      ref: { ...ref, source: "assignment" },
      description,
      priority: 1,
      ...(whenToUse === "" ? {} : { whenToUse }),
    });
  }
  return { skills, source: sourceOf(context, sources), skillTextPieces: skillTextPieces(pieces) };
}

function sourceOf(context: WorkspaceContext, sources: ReadonlyMap<string, PackageSource>): SkillSource {
  return {
    async listFiles({ skillId }) {
      const place = sources.get(skillId);
      return place ? listPackageFiles(context, place) : [];
    },
    async readFile({ skillId }, path) {
      const place = sources.get(skillId);
      const files = place ? await readPackageFiles(context, place) : [];
      return files.find((file) => file.path === path)?.bytes ?? null;
    },
    isInLibrary: async () => false,
  };
}
