import "server-only";
import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import { findClosedConversations } from "@/lib/access/closed-conversations";
import type { Context } from "@/lib/access/context";
import { isInSight } from "@/lib/access/skill-sight";
import { noSuchConversation } from "@/lib/access/visible-conversations";
import { AppError } from "@/lib/kernel/app-error";
import { requireSight } from "@/lib/library/access/require-sight";
import { noSuchComparison } from "@/lib/sessions/comparisons";
import type { ApiEnv } from "./route";

type Subject = {
  /** Of the address. */
  param: string;
  isId: z.ZodType<unknown>;
  /** What is answered where it is not here, and where its skill is not open to the asker: the two look alike. */
  missing: string;
  findSkillId: (context: Context, id: string) => Promise<string | null | undefined>;
};

const scope = ({ workspace }: Context) => ({ workspaceId: workspace.id });
const ofReview = { review: { select: { skillId: true } } } as const;

/** What is about one skill without naming it in its address. */
const subjects = {
  review: {
    param: "number",
    isId: z.string().regex(/^\d{1,9}$/),
    missing: "There is no such review.",
    findSkillId: async (context, number) =>
      (
        await context.db.review.findFirst({
          where: { ...scope(context), number: Number(number) },
          select: { skillId: true },
        })
      )?.skillId,
  },
  thread: {
    param: "thread",
    isId: z.uuid(),
    missing: "There is no such thread.",
    findSkillId: async (context, id) =>
      (await context.db.thread.findFirst({ where: { ...scope(context), id }, select: ofReview }))?.review
        ?.skillId,
  },
  comment: {
    param: "comment",
    isId: z.uuid(),
    missing: "There is no such comment.",
    findSkillId: async (context, id) =>
      (
        await context.db.comment.findFirst({
          where: { ...scope(context), id },
          select: { thread: { select: ofReview } },
        })
      )?.thread.review?.skillId,
  },
  improvement: {
    param: "improvement",
    isId: z.uuid(),
    missing: "There is no such search for descriptions here.",
    findSkillId: async (context, id) =>
      (
        await context.db.improvement.findFirst({
          where: { ...scope(context), id },
          select: { skillId: true },
        })
      )?.skillId,
  },
} as const satisfies Record<string, Subject>;

/** Everything under one skill is NOT_FOUND to whom it is not open, as what is under a skill that is not here. */
export const limitSkillSight: MiddlewareHandler<ApiEnv> = createMiddleware<ApiEnv>(async (c, next) => {
  await requireSight(c.var.context, c.req.param("skill") ?? "");
  await next();
});

/** The same of what is about a skill by another address. */
export const limitSight = (kind: keyof typeof subjects): MiddlewareHandler<ApiEnv> =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const { param, isId, missing, findSkillId }: Subject = subjects[kind];
    const { context } = c.var;
    const id = c.req.param(param) ?? "";
    const skillId = isId.safeParse(id).success ? await findSkillId(context, id) : null;
    if (skillId && !(await isInSight(context, skillId))) throw new AppError("NOT_FOUND", missing);
    await next();
  });

/** A conversation of others that names a skill which is not open to the asker is NOT_FOUND, as one that is not shared. */
export const limitConversationSight: MiddlewareHandler<ApiEnv> = createMiddleware<ApiEnv>(async (c, next) => {
  const id = c.req.param("conversation") ?? "";
  await requireOpen(c.var.context, z.uuid().safeParse(id).success ? [id] : [], noSuchConversation);
  await next();
});

/** So is a comparison of which it is a side. */
export const limitComparisonSight: MiddlewareHandler<ApiEnv> = createMiddleware<ApiEnv>(async (c, next) => {
  const { context } = c.var;
  const id = c.req.param("comparison") ?? "";
  const sides = z.uuid().safeParse(id).success
    ? await context.db.conversation.findMany({
        where: { ...scope(context), comparisonId: id },
        select: { id: true },
      })
    : [];
  await requireOpen(
    context,
    sides.map((side) => side.id),
    noSuchComparison,
  );
  await next();
});

async function requireOpen(
  context: Context,
  conversations: readonly string[],
  missing: () => AppError,
): Promise<void> {
  if ((await findClosedConversations(context, conversations)).size > 0) throw missing();
}
