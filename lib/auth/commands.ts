import "server-only";
import type { Context, PersonContext } from "@/lib/access/context";
import { holdOperator, holdSignIn, requireOperator } from "@/lib/access/hold-admission";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
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
import { insertWorkspace } from "./writes/insert-workspace";

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
