import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import {
  type LimitValues,
  limitBounds,
  limitsInForce,
  mostAllowed,
  settableLimits,
} from "@/lib/runtime/limit-bounds";
import { type RuntimeLimits, runtimeLimits } from "@/lib/runtime/limits";
import { parseLimits, type WorkspaceLimits } from "./limit-schema";
import { operatorLimits } from "./operator-limits";

/** What the workspace says for itself, as it is stored, and the configuration file that keeps it, if one does. */
export async function readLimitState({ db, workspace }: WorkspaceContext) {
  const { limits, limitsDeclaredIn: declaredIn } = await db.workspace.findUniqueOrThrow({
    where: { id: workspace.id },
    select: { limits: true, limitsDeclaredIn: true },
  });
  return { own: parseLimits(limits), declaredIn };
}

/** The limits that conversations go by, of what their workspace has stored. */
export const limitsOf = (stored: unknown): RuntimeLimits =>
  limitsInForce(parseLimits(stored), operatorLimits());

/** What a workspace goes by, for people, with what else could be chosen. */
export async function getLimits(context: Context): Promise<WorkspaceLimits> {
  requirePermission(context, "workspace.read");
  return describeLimits(await readLimitState(context));
}

type LimitState = { own: LimitValues; declaredIn: string | null };

export function describeLimits({ own, declaredIn }: LimitState): WorkspaceLimits {
  const operator = operatorLimits();
  const inForce = limitsInForce(own, operator);
  return {
    declaredIn,
    limits: settableLimits.map((name) => ({
      name,
      own: own[name] ?? null,
      inForce: inForce[name],
      usual: runtimeLimits[name],
      least: limitBounds[name].least,
      most: mostAllowed(name, operator),
    })),
  };
}
