import type { Context, PersonContext } from "@/lib/access/context";
import type { Role } from "@/lib/access/permissions";
import type { Tx } from "@/lib/db/client";

let count = 0;

/** A person with no workspace. */
export async function aPerson(
  db: Tx,
  overrides: { name?: string; isOperator?: boolean; now?: () => Date } = {},
): Promise<PersonContext> {
  count += 1;
  const { name = `Person ${count}`, isOperator = false, now = () => new Date() } = overrides;
  const user = await db.user.create({ data: { name, email: `person-${count}@example.test`, isOperator } });
  return {
    actor: { kind: "user", userId: user.id, name, email: user.email, isOperator },
    db,
    now,
    traceId: count.toString(16).padStart(32, "0"),
    address: null,
  };
}

/** A person in a workspace of their own, in the role given (owner unless said otherwise). */
export async function aContext(
  db: Tx,
  overrides: { role?: Role; name?: string; isOperator?: boolean; now?: () => Date } = {},
): Promise<Context> {
  const { role = "owner", ...rest } = overrides;
  const person = await aPerson(db, rest);
  const workspace = await db.workspace.create({
    data: {
      slug: `workspace-${count}`,
      name: `Workspace ${count}`,
      members: { create: { userId: person.actor.userId, role } },
    },
  });
  return { ...person, workspace: { id: workspace.id, slug: workspace.slug, name: workspace.name, role } };
}

/** Another person in the same workspace. */
export async function aColleague(context: Context, role: Role, name?: string): Promise<Context> {
  const person = await aPerson(context.db, name ? { name } : {});
  await context.db.member.create({
    data: { workspaceId: context.workspace.id, userId: person.actor.userId, role },
  });
  return { ...person, workspace: { ...context.workspace, role } };
}
