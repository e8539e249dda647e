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

/** What the workspace says for itself, as it is stored. */
export async function readOwnLimits({ db, workspace }: WorkspaceContext): Promise<LimitValues> {
  const { limits } = await db.workspace.findUniqueOrThrow({
    where: { id: workspace.id },
    select: { limits: true },
  });
  return parseLimits(limits);
}

/** The limits that conversations here go by. */
export const readLimits = async (context: WorkspaceContext): Promise<RuntimeLimits> =>
  limitsInForce(await readOwnLimits(context), operatorLimits());

/** The same for people, with what else could be chosen. */
export async function getLimits(context: Context): Promise<WorkspaceLimits> {
  requirePermission(context, "workspace.read");
  return describeLimits(await readOwnLimits(context));
}

export function describeLimits(own: LimitValues): WorkspaceLimits {
  const operator = operatorLimits();
  const inForce = limitsInForce(own, operator);
  return {
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
