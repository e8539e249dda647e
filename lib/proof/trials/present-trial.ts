import "server-only";
import type { Context } from "@/lib/access/context";
import type { Presentation } from "@/lib/agents/choose-presentation";
import { presentAgent } from "@/lib/agents/present-agent";
import { AppError } from "@/lib/kernel/app-error";
import { loadRunSkills } from "@/lib/playground/load-run-skills";
import type { RunSkills } from "@/lib/playground/resolve-run-skills";
import type { ArmOffer } from "./offer-of-arm";

export type PresentedTrial = { presentation: Presentation; runSkills: RunSkills };

/** What was frozen, as its host loads and words it now. UNPROCESSABLE where the host's own sentences are others since. */
export async function presentTrial(
  context: Context,
  { offer, packages }: Pick<ArmOffer, "offer" | "packages">,
): Promise<PresentedTrial> {
  const { dialect: id, mode, unavailable } = offer.started;
  const presentation = await presentAgent(context, { dialect: id, mode });
  if ((presentation.dialect.wording?.digest ?? null) !== offer.wording)
    throw new AppError("UNPROCESSABLE", `What ${id} says in its host's own sentences was changed meanwhile.`);
  const pinned = { skills: offer.skills, unavailable, packages: new Map(Object.entries(packages)) };
  return { presentation, runSkills: await loadRunSkills(context, pinned, presentation.dialect) };
}
