import "server-only";
import type { Context } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { latestVersion } from "@/lib/library/which-version/latest-version";
import type { RunPlan } from "@/lib/playground/plan-run";
import type { PinnedPackage } from "@/lib/playground/resolve-run-skills";
import type { resolveOverlayFor } from "@/lib/sessions/overlays";
import type { SuiteRunSettings } from "../schema";
import { listPinnedFiles } from "../suites/read-pinned-file";
import type { TriedArm } from "../suites/task-schema";

/** Plans a run in each dialect, with this in the place of the skill. */
export type PlanWith = (
  item: Omit<Parameters<typeof resolveOverlayFor>[1][number], "skill">,
) => Promise<RunPlan[]>;

export type ApprovedPlans = { plans: RunPlan[]; version: number; digest: string };

/** What an effect run tries besides the agent with the skill. */
export type EffectPlans = {
  arms: TriedArm[];
  /** Of each dialect: the agent without the skill, in whichever version. */
  without: RunPlan[];
  /** Null where it was not asked for. */
  approved: ApprovedPlans | null;
};

type Asked = {
  skill: string;
  skillId: string;
  pinned: PinnedPackage;
  settings: SuiteRunSettings;
  planWith: PlanWith;
};

/** UNPROCESSABLE for a file that is not there or cannot be left out, and where nothing is published to compare with. */
export async function planArms(context: Context, asked: Asked): Promise<EffectPlans> {
  const { settings, planWith } = asked;
  await requireFiles(context, asked);
  const plain = (["without", "found", "given"] as const).map((arm): TriedArm => ({ arm, leftOut: null }));
  const leftOut = settings.leaveOut.map((path): TriedArm => ({ arm: "left-out", leftOut: path }));
  return {
    arms: [...plain, ...(settings.approved ? [{ arm: "approved" as const, leftOut: null }] : []), ...leftOut],
    without: await planWith({ follows: "none" }),
    approved: settings.approved ? await planApproved(context, asked) : null,
  };
}

async function planApproved(
  { db, workspace }: Context,
  { skill, skillId, planWith }: Asked,
): Promise<ApprovedPlans> {
  const version = await db.version.findFirst({
    where: { skillId, workspaceId: workspace.id, ...latestVersion.where },
    orderBy: latestVersion.orderBy,
    select: { number: true },
  });
  if (!version)
    throw new AppError(
      "UNPROCESSABLE",
      `${skill} has no published version to compare with. Leave that arm out.`,
    );
  const plans = await planWith({ follows: "version", version: version.number });
  const digests = plans.map(
    ({ runSkills }) => runSkills.skills.find(({ ref }) => ref.skillId === skillId)?.ref.digest,
  );
  const [digest] = digests;
  if (digest === undefined || digests.includes(undefined))
    throw new AppError(
      "UNPROCESSABLE",
      `Version ${version.number} of ${skill} is not offered in every host. Leave that arm out.`,
    );
  return { plans, version: version.number, digest };
}

async function requireFiles(context: Context, { skill, pinned, settings }: Asked): Promise<void> {
  if (settings.leaveOut.length === 0) return;
  const paths = new Set((await listPinnedFiles(context, pinned)).map(({ path }) => path));
  for (const path of settings.leaveOut) {
    if (path === "SKILL.md")
      throw new AppError("UNPROCESSABLE", "SKILL.md cannot be left out: without it there is no skill.");
    if (!paths.has(path)) throw new AppError("UNPROCESSABLE", `${skill} has no file “${path}” to leave out.`);
  }
}
