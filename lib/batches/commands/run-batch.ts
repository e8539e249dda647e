import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { AppError } from "@/lib/kernel/app-error";
import { permissionFor } from "../internal/act-on-skill";
import { findChosen } from "../internal/find-chosen";
import { type Act, type BatchReport, type RunBatch, runBatchSchema } from "../schema";
import { actOnSkills } from "./act-on-skills";

/**
 * Does the same to many skills, each by the command for one, in a transaction of its own: what one of them is refused
 * touches no other. Between two skills it stops when `signal` says that nobody waits any more. Throws only what holds for
 * all of them: FORBIDDEN where no skill could be allowed, UNPROCESSABLE for a choice that cannot be.
 */
export async function runBatch(
  context: Context,
  input: RunBatch & { signal?: AbortSignal },
): Promise<BatchReport> {
  requirePermission(context, "library.read");
  const { skills, act, preview } = runBatchSchema.parse(input);
  requirePermission(context, permissionFor[act.kind]);
  const chosen = await findChosen(context, skills);
  if (act.kind === "delete" && !preview && act.confirm !== String(chosen.length))
    throw new AppError(
      "UNPROCESSABLE",
      `Type ${chosen.length}, the number of chosen skills, in \`confirm\` to delete them.`,
      { details: { count: chosen.length } },
    );
  const acts = [chosen.length > 1 ? toldTogether(context, act) : act];
  const asked = chosen.map((skill) => ({ ...skill, acts }));
  return actOnSkills(context, { asked, preview, signal: input.signal });
}

/** What one call asks for is one line in an inbox, also where nobody said so. */
const toldTogether = ({ traceId }: Context, act: Act): Act =>
  act.kind === "request-review" ? { ...act, batch: act.batch ?? traceId } : act;
