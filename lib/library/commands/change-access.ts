import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import type { SkillAccess } from "@/lib/access/skill-access";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import { type ChangeAccess, changeAccessSchema, type ShownAccess } from "../access/access-schema";
import { getSkillAccess, nameChosen, readAccess } from "../access/get-skill-access";

/**
 * Says whom a skill is open to: people, by name and by group, and agents. For admins, who see it whatever is said; so do
 * its creator and its co-maintainers. CONFLICT where somebody was first, NOT_FOUND for who and what is not here.
 */
export async function changeAccess(
  context: Context,
  input: { skill: string } & ChangeAccess,
): Promise<ShownAccess> {
  requirePermission(context, "access.manage");
  const { baseRevision, ...wanted } = changeAccessSchema.parse(input);
  await inPermittedTransaction(context, "access.manage", async (context) => {
    const workspaceId = context.workspace.id;
    const before = await readAccess(context, input.skill);
    const access = await resolveAccess(context, wanted);
    const changed = await context.db.skill.updateMany({
      where: { id: before.id, workspaceId, accessRevision: baseRevision },
      data: { access, accessRevision: { increment: 1 } },
    });
    if (changed.count === 0)
      throw new AppError(
        "CONFLICT",
        "Somebody changed the access meanwhile. Look at it again, then change it.",
        {
          details: { reason: "access-changed", revision: before.accessRevision },
        },
      );
    await appendAudit(context, {
      action: "access.changed",
      object: { type: "skill", id: before.id, name: input.skill },
      detail: {
        before: await nameChosen(context, before.access),
        after: await nameChosen(context, access),
      },
    });
    await notify(context, { topic: "library", workspaceId });
  });
  return getSkillAccess(context, input);
}

type Wanted = Omit<ReturnType<typeof changeAccessSchema.parse>, "baseRevision">;

async function resolveAccess(context: Context, { people, agents }: Wanted): Promise<SkillAccess> {
  return {
    ...(people && {
      people: {
        members: await holdMembers(context, people.members),
        groups: await findGroups(context, people.groups),
      },
    }),
    ...(agents && { agents: await findAgents(context, agents) }),
  };
}

/** Whoever is being removed at this moment is waited for: nobody who left keeps a skill. */
async function holdMembers({ db, workspace }: Context, wanted: readonly string[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ userId: string }[]>`
    SELECT "userId" FROM "Member"
    WHERE "workspaceId" = ${workspace.id}::uuid AND "userId" = ANY (${[...wanted]}::uuid[])
    ORDER BY "userId" FOR SHARE`;
  return requireAll(
    wanted,
    rows.map(({ userId }) => userId),
    "somebody who is no member of this workspace",
  );
}

async function findGroups({ db, workspace }: Context, wanted: readonly string[]): Promise<string[]> {
  const rows = await db.memberGroup.findMany({
    where: { workspaceId: workspace.id, id: { in: [...wanted] } },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  return requireAll(
    wanted,
    rows.map(({ id }) => id),
    "a group that is not here",
  );
}

async function findAgents({ db, workspace }: Context, slugs: readonly string[]): Promise<string[]> {
  const rows = await db.agent.findMany({
    where: { workspaceId: workspace.id, slug: { in: [...slugs] } },
    select: { id: true, slug: true },
    orderBy: { id: "asc" },
  });
  const missing = slugs.find((slug) => !rows.some((row) => row.slug === slug));
  if (missing !== undefined) throw new AppError("NOT_FOUND", `There is no agent “${missing}” here.`);
  return rows.map(({ id }) => id);
}

function requireAll(wanted: readonly string[], found: string[], what: string): string[] {
  if (wanted.every((id) => found.includes(id))) return found;
  throw new AppError("NOT_FOUND", `Among the chosen is ${what}. Load the page again.`);
}
