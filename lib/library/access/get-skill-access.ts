import "server-only";
import type { Context } from "@/lib/access/context";
import { isAllowed, requirePermission } from "@/lib/access/permissions";
import { parseAccess, type SkillAccess, sayAccess } from "@/lib/access/skill-access";
import { decideSights } from "@/lib/access/skill-sight";
import { noSuchSkill } from "../drafts/read-draft";
import type { ShownAccess } from "./access-schema";

export type AccessRow = { id: string; access: SkillAccess; accessRevision: number };

/** Whom a skill is open to, as it is stored. NOT_FOUND for a name that is not here. */
export async function readAccess({ db, workspace }: Context, name: string): Promise<AccessRow> {
  const row = await db.skill.findUnique({
    where: { workspaceId_name: { workspaceId: workspace.id, name } },
    select: { id: true, access: true, accessRevision: true },
  });
  if (!row) throw noSuchSkill(name);
  return { ...row, access: parseAccess(row.access) };
}

/** Whom a skill is open to, and why the asker sees it. NOT_FOUND where they do not. */
export async function getSkillAccess(
  context: Context,
  { skill: name }: { skill: string },
): Promise<ShownAccess> {
  requirePermission(context, "library.read");
  const { id, access, accessRevision: revision } = await readAccess(context, name);
  const decision = (await decideSights(context, [id])).get(id) ?? ({ in: true, reason: "everyone" } as const);
  if (!decision.in) throw noSuchSkill(name);
  return {
    revision,
    ...(await nameChosen(context, access)),
    why: sayAccess(decision),
    mayManage: isAllowed(context, "access.manage"),
  };
}

/** Those of the chosen who are still here, by name. */
export async function nameChosen(
  { db, workspace: { id: workspaceId } }: Context,
  { people, agents }: SkillAccess,
): Promise<Pick<ShownAccess, "people" | "agents">> {
  const name = { name: "asc" } as const;
  const [members, groups, chosen] = await Promise.all([
    db.member.findMany({
      where: { workspaceId, userId: { in: people?.members ?? [] } },
      select: { user: { select: { id: true, name: true } } },
      orderBy: { user: name },
    }),
    db.memberGroup.findMany({
      where: { workspaceId, id: { in: people?.groups ?? [] } },
      select: { id: true, name: true },
      orderBy: name,
    }),
    db.agent.findMany({
      where: { workspaceId, id: { in: agents ?? [] } },
      select: { slug: true, name: true },
      orderBy: name,
    }),
  ]);
  return {
    people: people ? { members: members.map(({ user }) => user), groups } : null,
    agents: agents ? chosen : null,
  };
}
