import "server-only";
import { AppError } from "@/lib/kernel/app-error";
import type { Context, PersonContext } from "./context";
import { HeldAdmissions } from "./held-admissions";
import { keyState } from "./key-state";

type Membership = { workspaceId: string; expiresAt: null; workspace: Context["workspace"] };

declare global {
  var greenroomHeldMemberships: HeldAdmissions<Membership> | undefined;
}

/**
 * The Context of one person in one workspace. NOT_FOUND when it does not exist or is not theirs: the two look alike.
 * What is held of a moment ago is good enough for a key to deliver: what it writes is permitted anew when it is written.
 */
export async function getWorkspaceContext(person: PersonContext, slug: string): Promise<Context> {
  const { actor, now } = person;
  const find = () => findMembership(person, slug);
  const member = actor.key?.delivers
    ? await heldMemberships().open(`${actor.userId} ${slug}`, now(), { find })
    : await find();
  if (!member || (actor.key && actor.key.workspaceId !== member.workspaceId))
    throw new AppError("NOT_FOUND", "There is no such workspace, or you are not a member of it.");
  return { ...person, workspace: member.workspace };
}

function heldMemberships(): HeldAdmissions<Membership> {
  globalThis.greenroomHeldMemberships ??= new HeldAdmissions();
  return globalThis.greenroomHeldMemberships;
}

async function findMembership({ db, actor }: PersonContext, slug: string): Promise<Membership | null> {
  const member = await db.member.findFirst({
    where: { userId: actor.userId, workspace: { slug } },
    include: { workspace: true },
  });
  if (!member) return null;
  const { id, name } = member.workspace;
  return { workspaceId: id, expiresAt: null, workspace: { id, slug, name, role: member.role } };
}

/** The Context of a program in the workspace of its key. NOT_FOUND where its person is no member of it any more. */
export async function getKeyContext(person: PersonContext): Promise<Context> {
  const workspaceId = person.actor.key?.workspaceId;
  const workspace =
    workspaceId === undefined
      ? null
      : await person.db.workspace.findUnique({ where: { id: workspaceId }, select: { slug: true } });
  return getWorkspaceContext(person, workspace?.slug ?? "");
}

/** Whether the key or the sign-in that let somebody in still does, and they are still a member: for answers that go on for long. */
export async function isStillAdmitted({ actor, workspace, db, now }: Context): Promise<boolean> {
  const member = await db.member.findUnique({
    where: { workspaceId_userId: { workspaceId: workspace.id, userId: actor.userId } },
    select: { user: { select: { deactivatedAt: true } } },
  });
  if (!member || member.user.deactivatedAt !== null) return false;
  if (actor.key) {
    const row = await db.apiKey.findUnique({ where: { id: actor.key.id } });
    return row !== null && keyState(row, member.user, now()) === "active";
  }
  if (actor.sessionId === undefined) return true;
  const session = await db.session.findUnique({ where: { id: actor.sessionId } });
  return session !== null && session.expiresAt > now();
}
