import "server-only";
import type { Context, PersonContext } from "@/lib/access/context";
import { holdOperator, holdSignIn, requireOperator } from "@/lib/access/hold-admission";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import type { DatabaseContext } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { inMembershipTransaction } from "./internal/membership-transaction";
import {
  type CreateWorkspace,
  createWorkspaceSchema,
  type UpdateWorkspace,
  updateWorkspaceSchema,
  type Workspace,
} from "./schema";
import { workspaceSlugFrom } from "./workspace-slug-from";

const act = "creates workspaces";

/** Makes a workspace with its creator as owner. CONFLICT when a chosen address is taken; a made-up one gets a number. */
export async function createWorkspace(person: PersonContext, input: CreateWorkspace): Promise<Context> {
  requireOperator(person.actor, act);
  const { name, slug } = createWorkspaceSchema.parse(input);
  try {
    const workspace = await inTransaction(person, async (person) => {
      await holdSignIn(person);
      await holdOperator(person, act);
      const workspace = await insertWorkspace(person, {
        name,
        ownerId: person.actor.userId,
        ...(slug ? { slug } : {}),
      });
      await appendAudit(
        { ...person, workspace },
        { action: "workspace.created", object: { type: "workspace", id: workspace.id, name } },
      );
      return workspace;
    });
    return { ...person, workspace: { ...workspace, role: "owner" } };
  } catch (error) {
    if (isUniqueViolation(error))
      throw new AppError("CONFLICT", `The address “${slug ?? name}” is taken.`, { cause: error });
    throw error;
  }
}

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

/** Renames a workspace; its address stays, because it is in other people's links. */
export async function updateWorkspace(context: Context, input: UpdateWorkspace): Promise<Workspace> {
  requirePermission(context, "workspace.edit");
  const { name } = updateWorkspaceSchema.parse(input);
  return inMembershipTransaction(context, "workspace.edit", async (context) => {
    const where = { id: context.workspace.id };
    const before = await context.db.workspace.findUniqueOrThrow({ where, select: { name: true } });
    const workspace = await context.db.workspace.update({ where, data: { name } });
    await appendAudit(context, {
      action: "workspace.renamed",
      object: { type: "workspace", id: workspace.id, name },
      detail: { before: before.name },
    });
    const { id, slug, createdAt } = workspace;
    return { id, slug, name, role: context.workspace.role, createdAt: createdAt.toISOString() };
  });
}
