import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { workspaceSlugFrom } from "../workspace-slug-from";

/** The rows of a new workspace and its owner, inside a transaction of the caller's. */
export async function insertWorkspace(
  context: DatabaseContext,
  input: { name: string; slug?: string; ownerId: string },
): Promise<{ id: string; slug: string; name: string }> {
  const slug = input.slug ?? (await freeSlug(context, workspaceSlugFrom(input.name)));
  const workspace = await context.db.workspace.create({
    data: { slug, name: input.name, members: { create: { userId: input.ownerId, role: "owner" } } },
  });
  return { id: workspace.id, slug, name: workspace.name };
}

async function freeSlug({ db }: DatabaseContext, wanted: string): Promise<string> {
  const taken = await db.workspace.findMany({
    where: { slug: { startsWith: wanted } },
    select: { slug: true },
  });
  const slugs = new Set(taken.map(({ slug }) => slug));
  if (!slugs.has(wanted)) return wanted;
  for (let number = 2; ; number += 1) {
    if (!slugs.has(`${wanted}-${number}`)) return `${wanted}-${number}`;
  }
}
