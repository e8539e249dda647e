import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { noSuchSkill } from "@/lib/library/drafts/read-draft";
import type { SkillOrigins } from "./schema";

const mostListed = 200;

/** Every text of a skill that came from a source, the newest first, with the versions that have exactly this text. */
export async function listSkillOrigins(
  { db, workspace, ...context }: Context,
  { skill: name }: { skill: string },
): Promise<SkillOrigins> {
  requirePermission({ workspace, actor: context.actor }, "library.read");
  const skill = await db.skill.findFirst({
    where: { workspaceId: workspace.id, name },
    select: {
      draft: { select: { digest: true } },
      versions: { select: { number: true, digest: true }, orderBy: { number: "asc" } },
      provenance: { orderBy: [{ takenAt: "desc" }, { id: "desc" }], take: mostListed },
    },
  });
  if (!skill) throw noSuchSkill(name);
  return {
    items: skill.provenance.map(({ sourceName, url, path, digest, revision, takenAt }) => ({
      source: sourceName,
      url,
      path,
      digest,
      revision,
      takenAt: takenAt.toISOString(),
      versions: skill.versions.filter((one) => one.digest === digest).map(({ number }) => number),
      isDraft: skill.draft?.digest === digest,
    })),
  };
}
