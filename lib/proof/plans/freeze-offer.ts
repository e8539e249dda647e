import "server-only";
import type { Context } from "@/lib/access/context";
import { storedToolsSchema, type ToolStub } from "@/lib/agents/tool-schema";
import { AppError } from "@/lib/kernel/app-error";
import type { RunPlan } from "@/lib/playground/plan-run";
import { suitesFolder } from "@/lib/suites/suite";
import type { DialectOffer, FrozenOffer } from "./frozen-offer";
import type { ApprovedPlans, EffectPlans } from "./plan-arms";

type Freezing = {
  agentId: string;
  address: string;
  router: { id: string; address: string } | null;
  skillId: string;
  arms: EffectPlans | null;
  anew: boolean;
};

/** What a run keeps to from now on. `plans`: of each dialect, with the skill. */
export async function freezeOffer(
  context: Context,
  plans: readonly RunPlan[],
  { agentId, address, router, skillId, arms, anew }: Freezing,
): Promise<FrozenOffer> {
  const packages = Object.assign({}, ...plans.map(({ runSkills }) => Object.fromEntries(runSkills.packages)));
  return {
    dialects: plans.map(offerOf),
    ...(arms ? { without: arms.without.map(offerOf), withheld: [suitesFolder] } : {}),
    ...(arms?.approved ? { approved: approvedOffer(arms.approved, skillId) } : {}),
    packages,
    ...(anew ? { anew } : {}),
    stubs: [...(plans[0]?.stubs ?? []), ...(await stubbedTools(context, agentId))],
    address,
    routerModel: router?.id ?? null,
    routerAddress: router?.address ?? null,
  };
}

const offerOf = ({ started, presentation, runSkills }: RunPlan): DialectOffer => ({
  started,
  wording: presentation.dialect.wording?.digest ?? null,
  skills: runSkills.skills.map(({ ref, description, whenToUse = "", priority }) => ({
    ref,
    description,
    whenToUse,
    priority,
  })),
});

function approvedOffer({ plans, version, digest }: ApprovedPlans, skillId: string) {
  const pinned = plans[0]?.runSkills.packages.get(skillId);
  if (!pinned) throw new AppError("UNPROCESSABLE", "The published version is not offered.");
  return { version, digest, pinned, dialects: plans.map(offerOf) };
}

/** What the agent's own tools without a server answer; those of servers are offered, and not asked. */
async function stubbedTools(context: Context, agentId: string): Promise<ToolStub[]> {
  const row = await context.db.agent.findFirst({
    where: { id: agentId, workspaceId: context.workspace.id },
    select: { tools: true },
  });
  const tools = storedToolsSchema.safeParse(row?.tools).data ?? [];
  return tools.flatMap((tool) =>
    tool.kind === "stub"
      ? [{ skill: null, tool: tool.name, result: tool.result, ...(tool.cases ? { cases: tool.cases } : {}) }]
      : [],
  );
}
