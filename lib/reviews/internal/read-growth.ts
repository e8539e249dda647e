import "server-only";
import type { Context } from "@/lib/access/context";
import { getCapabilities } from "@/lib/library/diffs/get-capabilities";
import type { GrowthFacts } from "../judge-growth";

/** What the draft can do now that the newest published version cannot; null where the draft is no longer these bytes. */
export async function readGrowth(
  context: Context,
  { skillId, digest }: { skillId: string; digest: string },
): Promise<GrowthFacts | null> {
  const skill = await context.db.skill.findFirst({
    where: { id: skillId, workspaceId: context.workspace.id },
    select: { name: true },
  });
  if (!skill) return null;
  const list = await getCapabilities(context, { skill: skill.name, version: "draft", against: "latest" });
  if (list.of.digest !== digest) return null;
  return {
    digest: list.digest,
    against: list.against?.number ?? null,
    added: list.added.map(({ kind, use, name }) => `${kind}, ${use}: ${name}`),
  };
}
