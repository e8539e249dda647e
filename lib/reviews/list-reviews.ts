import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/auth/context";
import { requirePermission } from "@/lib/auth/permissions";
import type { Prisma } from "@/lib/db/generated/client";
import { decodeCursor, encodeCursor } from "@/lib/library/cursor";
import { scopeOf } from "@/lib/library/scope";
import { reviewParts } from "./internal/judge-reviews";
import { toSummaries } from "./internal/to-summaries";
import { type ListReviews, listReviewsSchema, type ReviewList } from "./review-schema";

const cursorSchema = z.tuple([z.iso.datetime(), z.uuid()]);

/** Reviews of the workspace, the most recently changed first. */
export async function listReviews(context: Context, input: ListReviews): Promise<ReviewList> {
  requirePermission(context, "reviews.read");
  const { filter, skill, cursor, limit } = listReviewsSchema.parse(input);
  const workspaceId = context.workspace.id;
  const rows = await context.db.review.findMany({
    where: {
      workspaceId,
      AND: [
        filters(context.actor.userId)[filter],
        skill === undefined ? {} : { skill: { workspaceId, name: skill } },
        cursor === undefined ? {} : after(decodeCursor(cursor, cursorSchema)),
      ],
    },
    orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
    take: limit + 1,
    include: reviewParts,
  });
  const items = await toSummaries(scopeOf(context), rows.slice(0, limit));
  const last = rows[limit - 1];
  return rows.length > limit && last
    ? { items, nextCursor: encodeCursor([last.updatedAt.toISOString(), last.id]) }
    : { items };
}

const filters = (userId: string) =>
  ({
    open: { state: "open" },
    "asked-of-me": { state: "open", reviewers: { some: { userId } } },
    mine: { state: "open", requestedById: userId },
    ended: { state: { not: "open" } },
  }) as const satisfies Record<string, Prisma.ReviewWhereInput>;

function after([updatedAt, id]: [string, string]): Prisma.ReviewWhereInput {
  const at = new Date(updatedAt);
  return { OR: [{ updatedAt: { lt: at } }, { updatedAt: at, id: { lt: id } }] };
}
