import "server-only";
import type { Context } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { getSkillId } from "@/lib/library/get-skill-id";
import type { RunPlan } from "@/lib/playground/plan-run";
import type { AskedBeside, Beside } from "./beside-schema";

/**
 * What of a sibling the plans offer. NOT_FOUND for one that is not there, UNPROCESSABLE where a host does not offer it:
 * what is not in the catalogue takes nothing from anybody, and a run would say so of nothing.
 */
export async function readBeside(
  context: Context,
  plans: readonly RunPlan[],
  { skill, follows }: AskedBeside,
): Promise<Beside & { skillId: string }> {
  const skillId = await getSkillId(context, skill);
  if (follows === "none") return { skillId, skill, version: null, revision: null, digest: null };
  const refs = plans.map(({ presentation, runSkills }) => {
    const offered = runSkills.skills.find(({ ref }) => ref.skillId === skillId);
    if (offered) return offered.ref;
    const why = runSkills.unavailable.find((one) => one.skillId === skillId)?.detail;
    throw new AppError(
      "UNPROCESSABLE",
      `${presentation.dialect.title} does not offer ${skill} to the model${why ? `: ${why}` : "."}`,
    );
  });
  const [ref] = refs;
  if (!ref) throw new AppError("UNPROCESSABLE", "Choose at least one dialect.");
  return { skillId, skill, version: ref.version, revision: ref.draftRevision, digest: ref.digest };
}
