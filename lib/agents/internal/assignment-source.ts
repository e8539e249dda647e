import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import {
  listPackageFiles,
  listSkillMetadata,
  type PackageSource,
  readBlob,
} from "@/lib/library/read-packages";
import type { SkillSource } from "@/lib/runtime/ports";
import { restrictionsOf, type SessionSkill } from "@/lib/runtime/session-setup";
import type { Assignment } from "../schema";

type Told = Pick<Assignment, "skillId" | "skill" | "description" | "priority" | "archived" | "resolved">;

/** An assignment as a run offers it; null for one that stands for nothing at present. */
export function toSessionSkill({
  skillId,
  skill: name,
  description,
  priority,
  archived,
  resolved,
}: Told): SessionSkill | null {
  if (archived || resolved.kind === "none") return null;
  const { digest, whenToUse } = resolved;
  const text =
    resolved.kind === "version"
      ? { version: resolved.number, draftRevision: null }
      : { version: null, draftRevision: resolved.revision };
  const ref = { skillId, name, digest, source: "assignment" as const, ...text, ...restrictionsOf(resolved) };
  return { ref, description, whenToUse, priority };
}

/** The packages that assignments stand for, each file read when it is asked for. */
export function assignmentSource(
  context: WorkspaceContext,
  assignments: readonly Pick<Assignment, "skillId" | "resolved">[],
): SkillSource {
  const packages = new Map(
    assignments.map(({ skillId, resolved }): [string, PackageSource] => [
      skillId,
      resolved.kind === "version" ? { versionId: resolved.versionId } : { skillId },
    ]),
  );
  const filesOf = async (skillId: string) => {
    const source = packages.get(skillId);
    return source ? listPackageFiles(context, source) : [];
  };
  return {
    listFiles: ({ skillId }) => filesOf(skillId),
    async readFile({ skillId }, path) {
      const file = (await filesOf(skillId)).find((candidate) => candidate.path === path);
      return file ? readBlob(context, file.sha256) : null;
    },
    isInLibrary: async (name) => (await listSkillMetadata(context, { names: [name] })).length > 0,
  };
}
