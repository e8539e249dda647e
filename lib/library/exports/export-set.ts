import "server-only";
import type { Context } from "@/lib/access/context";
import type { Download } from "@/lib/bundles/download";
import { AppError } from "@/lib/kernel/app-error";
import { createBreathe } from "@/lib/platform/yield-between-steps";
import { formatBytes } from "@/lib/skills/limits";
import { skillSlug } from "@/lib/skills/skill-slug";
import { type LeftOutSkill, type PlannedSkill, packForTarget } from "@/lib/targets/pack-for-target";
import { type TargetId, targetHeads } from "@/lib/targets/target-options";
import type { ManifestFile } from "../describe-package";
import { listPackageFiles, type PackageSource, readListedFiles } from "../read-packages";
import { download, pluginVersion, remarksOf, setFacts } from "./export-target";
import { targetPlanner } from "./plan-target";
import type { SetTarget } from "./target-schema";

const MiB = 1024 * 1024;

/** What the skills of one archive may have together, as they are stored: a host's form is made in memory. */
export const setLimits = { bytes: 64 * MiB, files: 8_000 };
export type SetLimits = typeof setLimits;

/** `name`: as its version was published. */
export type SetSkill = { name: string; folder: string; source: PackageSource };

/** Skills that go to a host together. */
export type TargetSet = {
  target: TargetId;
  /** Whose skills they are. */
  name: string;
  skills: readonly SetSkill[];
  /** What stays here whatever the target. */
  leftOut: readonly LeftOutSkill[];
  limits?: SetLimits;
};

type Wrapped = { fileName: string; format?: "zip" | "tar.gz" };

/**
 * Several skills in the form of a host. What it refuses, and what one archive has no room for, is left out and named;
 * UNPROCESSABLE when that is all.
 */
export async function exportSetForTarget(
  context: Context,
  { fileName, format = "zip", ...set }: TargetSet & Wrapped,
): Promise<Download> {
  const { target, name } = set;
  const { planned, leftOut } = await planSet(context, set);
  const taken = planned.filter(({ plan }) => plan.refusals.length === 0);
  const refused = planned
    .filter(({ plan }) => plan.refusals.length > 0)
    .map(({ name, plan }) => ({ skill: name, reasons: plan.refusals }));
  if (taken.length === 0) throw nothingFor(target, [...refused, ...leftOut]);
  const all = taken.flatMap(({ name, plan }) =>
    plan.files.map((file) => ({ ...file, path: `${name}/${file.path}` })),
  );
  const version = pluginVersion(all);
  const facts = setFacts(context, { slug: skillSlug(name), description: `Skills of ${name}`, version });
  const packed = await packForTarget(target, facts, { skills: taken, leftOut: [...leftOut, ...refused] });
  return download(packed, fileName, format);
}

/** What a host would get of several skills, one by one: what the archive holds, leaves out and names. */
export async function getSetTarget(context: Context, set: TargetSet): Promise<SetTarget> {
  const { target } = set;
  const { planned, leftOut } = await planSet(context, set);
  return {
    target,
    title: targetHeads[target].title,
    skills: planned.map(({ name, plan }) => ({ skill: name, ...remarksOf(plan) })),
    leftOut: leftOut.map(({ skill, reasons }) => ({
      skill,
      why: reasons.map(({ message }) => message).join(" "),
    })),
  };
}

/** One after the other, with others' work between them. What a host refuses takes no room from those after it. */
async function planSet(
  context: Context,
  { target, skills, leftOut: before, limits = setLimits }: TargetSet,
): Promise<{ planned: PlannedSkill[]; leftOut: LeftOutSkill[] }> {
  const breathe = createBreathe();
  const planned: PlannedSkill[] = [];
  const leftOut = [...before];
  const held = { bytes: 0, files: 0 };
  for (const { name, folder, source } of skills) {
    const listed = await listPackageFiles(context, source);
    const [bytes, count] = [held.bytes + bytesOf(listed), held.files + listed.length];
    if (bytes > limits.bytes || count > limits.files) {
      leftOut.push({ skill: name, reasons: [noRoomFor(name, limits)] });
      continue;
    }
    const files = await readListedFiles(context, listed);
    const plan = await targetPlanner({ name, folder, files })(target);
    planned.push({ name, plan });
    if (plan.refusals.length === 0) Object.assign(held, { bytes, files: count });
    await breathe();
  }
  return { planned, leftOut };
}

const bytesOf = (files: readonly ManifestFile[]): number => files.reduce((sum, { size }) => sum + size, 0);

function noRoomFor(name: string, { bytes, files }: SetLimits): LeftOutSkill["reasons"][number] {
  const most = `${formatBytes(bytes)} and ${files.toLocaleString("en")} files`;
  const message = `${name} has no room beside those before it: one archive for a host holds at most ${most}. Export it apart.`;
  return { rule: "archive-full", message };
}

function nothingFor(target: TargetId, leftOut: readonly LeftOutSkill[]): AppError {
  const said = leftOut.slice(0, 5).map(({ skill, reasons }) => `${skill}: ${reasons[0]?.message ?? ""}`);
  const title = targetHeads[target].title;
  return new AppError("UNPROCESSABLE", `None of these skills goes to ${title}. ${said.join(" ")}`, {
    details: { leftOut: [...leftOut] },
  });
}
