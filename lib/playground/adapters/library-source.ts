import "server-only";
import type { Context } from "@/lib/access/context";
import { readSearchTerms } from "@/lib/library/adapters/search-index";
import { readLikeness } from "@/lib/library/likeness/read-likeness";
import { listPackageFiles, listSkillMetadata, readBlob, readPackageFile } from "@/lib/library/read-packages";
import { whyWithheld } from "@/lib/library/why-withheld";
import type { SkillRef } from "@/lib/runtime/events";
import type { SkillSource } from "@/lib/runtime/ports";
import { untriggered, withName } from "@/lib/runtime/search-terms";
import type { PinnedPackage } from "../resolve-run-skills";

/**
 * The library as a run sees it: the packages pinned at its start, read when asked for and not before. `withoutTriggers`:
 * nothing is found by the messages of its own suite, which would be measured with its answers.
 */
export function librarySource(
  context: Context,
  packages: ReadonlyMap<string, PinnedPackage>,
  { withoutTriggers = false }: { withoutTriggers?: boolean } = {},
): SkillSource {
  return {
    async listFiles({ skillId }: SkillRef) {
      const pinned = packages.get(skillId);
      if (!pinned) return [];
      return pinned.kind === "draft"
        ? pinned.files
        : listPackageFiles(context, { versionId: pinned.versionId });
    },

    async readFile({ skillId }: SkillRef, path: string) {
      const pinned = packages.get(skillId);
      if (!pinned) return null;
      if (pinned.kind === "version")
        return (await readPackageFile(context, { versionId: pinned.versionId }, path))?.bytes ?? null;
      const file = pinned.files.find((candidate) => candidate.path === path);
      return file ? readBlob(context, file.sha256) : null;
    },

    whyWithheld({ skillId }: SkillRef, path: string, bytes: Uint8Array) {
      return whyWithheld(context, { skillId, path, bytes });
    },

    async readTerms(skills: readonly SkillRef[]) {
      const searched = skills.map(({ skillId, name, digest }) => {
        const pinned = packages.get(skillId);
        return pinned?.kind === "draft"
          ? { skillId, name, digest, versionId: null, files: pinned.files }
          : { skillId, name, digest, versionId: pinned?.versionId ?? null };
      });
      const terms = await readSearchTerms(context, searched);
      return new Map(
        skills.flatMap(({ skillId, name, digest }) => {
          const found = terms.get(digest);
          if (!found) return [];
          return [[skillId, withName(withoutTriggers ? untriggered(found) : found, name)] as const];
        }),
      );
    },

    readLikeness: (query: string, skills: readonly SkillRef[]) => readLikeness(context, query, skills),

    async isInLibrary(name: string) {
      return (await listSkillMetadata(context, { names: [name] })).length > 0;
    },
  };
}
