import type { Context } from "@/lib/access/context";
import type { Db } from "@/lib/db/client";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { giveVerdict } from "@/lib/reviews/commands/give-verdict";
import { publishSkill } from "@/lib/reviews/commands/publish-skill";
import { requestReview } from "@/lib/reviews/commands/request-review";
import type { PublishSkill } from "@/lib/reviews/schema";
import { aColleague, aContext, aPerson } from "../contexts";
import { aPackage, skillText } from "../packages";

/** The skill that a team's review is about. */
export const reviewed = "deploy-tools";

/** A workspace of four people and a skill that has version 1 and a draft that its author has changed since. */
export async function aTeam(db: Db) {
  const owner = await aContext(db, { name: "Omar" });
  const author = await aColleague(owner, "author", "Ada");
  const reviewer = await aColleague(owner, "reviewer", "Rex");
  const admin = await aColleague(owner, "admin", "Ines");
  const { skillId } = await aPackage(author, {
    name: reviewed,
    files: { "notes.md": "one\ntwo\nthree\n", "run.sh": "echo run\n" },
    publishNote: "First",
  });
  await save(author, "SKILL.md", skillText(reviewed, "Do it well.\n"));
  return { owner, author, reviewer, admin, skillId };
}

export async function save(context: Context, path: string, text: string): Promise<void> {
  const { revision } = await getDraft(context, { skill: reviewed });
  await changeDraft(context, {
    skill: reviewed,
    baseRevision: revision,
    changes: [{ op: "write", path, text }],
  });
}

/** Of the draft as it is now. */
export const digestNow = async (context: Context) => (await getDraft(context, { skill: reviewed })).digest;

export const askForReview = (context: Context, reviewers: readonly Context[] = []) =>
  requestReview(context, {
    skill: reviewed,
    title: "Deploys say what they do",
    reviewers: reviewers.map(({ actor }) => actor.userId),
  });

/** Approves the draft as it is now. */
export const approve = async (context: Context, number: number, note = "") =>
  giveVerdict(context, { number, kind: "approved", digest: await digestNow(context), note });

/** Publishes the draft as it is now. */
export async function publish(context: Context, more: Partial<PublishSkill> = {}) {
  const { revision, digest } = await getDraft(context, { skill: reviewed });
  return publishSkill(context, { skill: reviewed, revision, digest, note: "", ...more });
}

const scopes = ["read", "write", "publish"] as const;

/** The same person, coming with a key that they made. */
export async function withKey(context: Context): Promise<Context> {
  const { actor } = context;
  return { ...context, actor: { ...actor, key: await aKey(context, actor.userId) } };
}

/** A machine in the same workspace, coming with the key that this person made for it. */
export async function aMachine(
  context: Context,
  role: Context["workspace"]["role"] = "reviewer",
): Promise<Context> {
  const machine = await aPerson(context.db, { name: "Build server" });
  const { userId } = machine.actor;
  const workspaceId = context.workspace.id;
  await context.db.user.update({ where: { id: userId }, data: { isMachine: true } });
  await context.db.member.create({ data: { workspaceId, userId, role } });
  return {
    ...machine,
    actor: { ...machine.actor, key: await aKey(context, userId) },
    workspace: { ...context.workspace, role },
  };
}

async function aKey({ db, actor, workspace }: Context, userId: string) {
  const { id, name } = await db.apiKey.create({
    data: {
      workspaceId: workspace.id,
      userId,
      name: "Build",
      prefix: "grk_",
      createdById: actor.userId,
      hash: crypto.randomUUID().replaceAll("-", "").padEnd(64, "0"),
      scopes: [...scopes],
    },
  });
  return { id, name, workspaceId: workspace.id, scopes };
}
