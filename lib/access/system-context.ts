import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { newTraceId } from "@/lib/platform/crypto";
import type { Context } from "./context";

export type SystemContext =
  | { ready: true; context: Context }
  /** Why the system cannot act yet, in words. */
  | { ready: false; reason: string };

/**
 * What the server does by its configuration, without anybody asking, is done in the name of the operator who claimed
 * the installation and wrote that configuration, or of the first other one when that person left; the workspace is the
 * one named, or the first. As an admin: nothing of the owner's alone is done this way.
 */
export async function findSystemContext(
  { db }: DatabaseContext,
  slug: string | null,
): Promise<SystemContext> {
  const { claimedAt, claimedById } = await db.instance.findUniqueOrThrow({
    where: { id: "instance" },
  });
  if (claimedAt === null) return { ready: false, reason: "nobody has claimed this installation yet" };
  const operators = await db.user.findMany({
    where: { isOperator: true, deactivatedAt: null },
    orderBy: { createdAt: "asc" },
  });
  const operator = operators.find(({ id }) => id === claimedById) ?? operators[0];
  if (!operator) return { ready: false, reason: "no operator of this installation is active" };
  const workspace =
    slug === null
      ? await db.workspace.findFirst({ orderBy: { createdAt: "asc" } })
      : await db.workspace.findUnique({ where: { slug } });
  if (!workspace)
    return { ready: false, reason: `there is no workspace ${slug ?? ""} yet`.replace("  ", " ") };
  const { id: userId, name, email, isOperator } = operator;
  return {
    ready: true,
    context: {
      actor: { kind: "user", userId, name, email, isOperator },
      workspace: { id: workspace.id, slug: workspace.slug, name: workspace.name, role: "admin" },
      db,
      now: () => new Date(),
      traceId: newTraceId(),
      address: null,
    },
  };
}
