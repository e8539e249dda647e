import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import type { Presentation } from "@/lib/agents/choose-presentation";
import { presentAgent } from "@/lib/agents/present-agent";
import { packageCaches } from "@/lib/library/caches/package-caches";
import { sha256 } from "@/lib/platform/crypto";
import { librarySource } from "@/lib/playground/adapters/library-source";
import { routerModel } from "@/lib/playground/adapters/router-model";
import { findModel } from "@/lib/playground/find-model";
import { loadRunSkills } from "@/lib/playground/load-run-skills";
import type { PinnedPackage, RunSkills } from "@/lib/playground/resolve-run-skills";
import type { CatalogueMode } from "@/lib/runtime/dialect";
import type { RouteSkills } from "@/lib/runtime/ports";
import type { SessionSetup } from "@/lib/runtime/session-setup";
import { SkillSession } from "@/lib/runtime/skill-session";
import { countTokens } from "@/lib/tokens/count-tokens";
import { findGone } from "./pin-delivery";
import { type Pinned, toSessionSkill, withoutGone } from "./pinned";
import type { ServedLog } from "./served-log";

/** How long a router may take. */
const routerMs = 60_000;

export type ServedOffer = { presentation: Presentation; runSkills: RunSkills };

/** What a session offers at this moment: its versions but for those that were withdrawn, as the host loads them. */
export async function readOffer(
  context: Context,
  { dialect, mode, pinned }: { dialect: string; mode: CatalogueMode; pinned: Pinned },
): Promise<ServedOffer> {
  const presentation = await presentAgent(context, { dialect, mode });
  const { skills, unavailable } = withoutGone(pinned, await findGone(context, pinned));
  const packages = new Map(
    skills.map(({ skillId, versionId }): [string, PinnedPackage] => [
      skillId,
      { kind: "version", versionId },
    ]),
  );
  const resolved = { skills: skills.map(toSessionSkill), unavailable: [...unavailable], packages };
  return { presentation, runSkills: await loadRunSkills(context, resolved, presentation.dialect) };
}

type Going = { log: ServedLog; windowTokens: number; routeSkills?: RouteSkills };

/**
 * The runtime of a rehearsal over a served session's log. It runs nothing and answers no tool of an agent's own: these
 * are the program's. Of the library it knows what the agent has and nothing else, so that a key tells no other names.
 */
export const openRuntime = (context: Context, offer: ServedOffer, going: Going): SkillSession =>
  new SkillSession(runtimeSetup(context, offer, going));

export function runtimeSetup(
  context: Context,
  { presentation, runSkills }: ServedOffer,
  { log, windowTokens, routeSkills }: Going,
): SessionSetup {
  return {
    ...presentation,
    skills: runSkills.skills,
    unavailable: runSkills.unavailable,
    budgetCharacters: presentation.dialect.budgetCharacters(windowTokens),
    cache: packageCaches(),
    source: { ...librarySource(context, runSkills.packages), isInLibrary: async () => false },
    log: log.forRuntime(),
    countTokens,
    sha256,
    ...(routeSkills ? { routeSkills } : {}),
  };
}

/** Whoever the agent's router is asked as in a rehearsal, before the turn's first call. */
export async function openRouter(
  context: Context,
  {
    agent,
    presentation,
  }: { agent: { model: string; routerModel: string | null }; presentation: Presentation },
  { runId, log }: { runId: string; log: ServedLog },
): Promise<RouteSkills> {
  return routerModel({
    model: await findModel(context, agent.routerModel ?? agent.model, presentation.dialect.wording),
    runId,
    onRetry: async (payload) => void (await log.append({ type: "model-retried", payload })),
    signal: AbortSignal.timeout(routerMs),
    clock: () => performance.now(),
  });
}

export const servedAgentColumns = {
  id: true,
  slug: true,
  name: true,
  revision: true,
  instructions: true,
  model: true,
  routerModel: true,
  mode: true,
  dialect: true,
} as const;

/** How much the agent's own model can hold; null for Rehearsal, and for one that is not here. */
export async function findWindow(
  { db, workspace }: Pick<Context, "db" | "workspace">,
  model: string,
): Promise<number | null> {
  if (!z.uuid().safeParse(model).success) return null;
  const row = await db.modelConnection.findFirst({
    where: { id: model, workspaceId: workspace.id },
    select: { windowTokens: true },
  });
  return row?.windowTokens ?? null;
}
