import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { holdSkillPermission, requireSkillPermission } from "@/lib/access/skill-permission";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { noSuchSkill } from "@/lib/library/drafts/read-draft";
import { requireChanged } from "@/lib/library/versions/unchanged-since";
import { notifyPeople } from "@/lib/notifications/commands";
import { tellAskedTogether } from "@/lib/notifications/commands/tell-asked-together";
import { getReview } from "../get-review";
import { auditedReview, findOpenReview, reviewIsOpen } from "../internal/find-review";
import { requirePeople } from "../internal/read-policy";
import { type RequestReview, type Review, requestReviewSchema } from "../review-schema";

/**
 * `evenUnchanged`: also where the draft is what is published, for a review that begins with a suggestion. `batch`: whoever is asked for several skills with the same one is told once.
 */
type AskedSkill = { skill: string; batch?: string; evenUnchanged?: boolean };

/**
 * Asks for review of a skill's draft. CONFLICT with `details.review` when one is open already, and when the draft is
 * what the newest version is.
 */
export async function requestReview(context: Context, input: AskedSkill & RequestReview): Promise<Review> {
  await requireSkillPermission(context, input, "reviews.request");
  const wanted = requestReviewSchema.parse(input);
  requireOthers(context.actor.userId, wanted.reviewers);
  try {
    const number = await inTransaction(context, (context) =>
      openReview(context, input.skill, {
        ...wanted,
        batch: input.batch,
        evenUnchanged: input.evenUnchanged ?? false,
      }),
    );
    return await getReview(context, { number });
  } catch (error) {
    const open = isUniqueViolation(error) ? await findOpenReviewOf(context, input.skill) : null;
    throw open ? reviewIsOpen(open.number) : error;
  }
}

type Skill = { id: string; name: string; newest: number | null; digest: string };
type Wanted = {
  title: string;
  description: string;
  reviewers: string[];
  batch: string | undefined;
  evenUnchanged: boolean;
};

async function openReview(context: Context, name: string, wanted: Wanted): Promise<number> {
  const number = await nextNumber(context);
  const held = await holdSkillPermission(context, { skill: name }, "reviews.request");
  await writeReview(held, name, { ...wanted, number });
  return number;
}

async function writeReview(
  context: Context,
  name: string,
  { number, title, description, reviewers, batch, evenUnchanged }: Wanted & { number: number },
): Promise<void> {
  const workspaceId = context.workspace.id;
  const skill = await lockReviewable(context, name, evenUnchanged);
  const open = await findOpenReview(context, skill.id);
  if (open) throw reviewIsOpen(open.number);
  await requirePeople(context, reviewers);
  const now = context.now();
  const asked = { workspaceId, askedById: context.actor.userId, askedAt: now };
  const review = await context.db.review.create({
    data: {
      workspaceId,
      number,
      title,
      description,
      skillId: skill.id,
      baseVersion: skill.newest,
      requestedById: context.actor.userId,
      createdAt: now,
      updatedAt: now,
      reviewers: { create: reviewers.map((userId) => ({ ...asked, userId })) },
    },
  });
  await appendAudit(context, {
    action: "review.requested",
    object: auditedReview(review),
    digestAfter: skill.digest,
    detail: { skill: skill.name, reviewers },
  });
  const data = { skill: { id: skill.id, name: skill.name }, review: { number, title } };
  if (batch === undefined)
    await notifyPeople(context, {
      kind: "review-asked",
      to: reviewers,
      dedupeKey: `review-asked:${review.id}`,
      data,
    });
  else await tellAskedTogether(context, { to: reviewers, batch, asked: data });
  await notify(context, { topic: "reviews", workspaceId });
}

/**
 * Each number is given once, in the order of the requests: they wait for each other on the workspace's row. It is the
 * first lock, as it is of whoever changes members.
 */
async function nextNumber({ db, workspace: { id: workspaceId } }: WorkspaceContext): Promise<number> {
  const [row] = await db.$queryRaw<{ number: number }[]>`
    UPDATE "Workspace" SET "reviewCount" = "reviewCount" + 1 WHERE id = ${workspaceId}::uuid
    RETURNING "reviewCount" AS number`;
  if (!row) throw new AppError("NOT_FOUND", "The workspace is gone.");
  return row.number;
}

/** Nobody saves, publishes or deletes it until the transaction ends. */
async function lockReviewable(context: Context, name: string, evenUnchanged: boolean): Promise<Skill> {
  const { db, workspace } = context;
  await db.$queryRaw`
    SELECT 1 AS held FROM "Draft" d JOIN "Skill" s ON s.id = d."skillId"
    WHERE s."workspaceId" = ${workspace.id}::uuid AND s.name = ${name} FOR SHARE OF d`;
  const skill = await db.skill.findFirst({
    where: { workspaceId: workspace.id, name },
    select: {
      id: true,
      archivedAt: true,
      draft: { select: { digest: true } },
      versions: { orderBy: { number: "desc" }, take: 1, select: { number: true } },
    },
  });
  if (!skill?.draft) throw noSuchSkill(name);
  if (skill.archivedAt) throw new AppError("CONFLICT", `${name} is archived. Bring it back first.`);
  const [newest] = skill.versions;
  if (!evenUnchanged) await requireChanged(context, { id: skill.id, name });
  return { id: skill.id, name, newest: newest?.number ?? null, digest: skill.draft.digest };
}

const findOpenReviewOf = ({ db, workspace: { id: workspaceId } }: Context, name: string) =>
  db.review.findFirst({
    where: { workspaceId, state: "open", skill: { workspaceId, name } },
    select: { number: true },
  });

/** Nobody asks the one who asks. */
export function requireOthers(requestedById: string, reviewers: readonly string[]): void {
  if (reviewers.includes(requestedById))
    throw new AppError(
      "UNPROCESSABLE",
      "Whoever asks for a review cannot be its reviewer. Ask somebody else.",
    );
}
