import "server-only";
import { buffer } from "node:stream/consumers";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import type { Download } from "@/lib/bundles/download";
import { writeTarGz } from "@/lib/bundles/write-tar";
import { writeZip } from "@/lib/bundles/write-zip";
import { AppError } from "@/lib/kernel/app-error";
import { sha256 } from "@/lib/platform/crypto";
import { createBreathe } from "@/lib/platform/yield-between-steps";
import { skillSlug } from "@/lib/skills/skill-slug";
import { packForTarget } from "@/lib/targets/pack-for-target";
import { type TargetId, targetHeads, targetIds } from "@/lib/targets/target-options";
import type { TargetFile, TargetPlan } from "@/lib/targets/target-plan";
import type { SetFacts } from "@/lib/targets/targets";
import { readPackageFiles } from "../read-packages";
import { type Exported, findExported } from "./find-exported";
import { fitChanges } from "./fit-changes";
import { targetPlanner } from "./plan-target";
import { type SkillTargets, type SkillTargetsQuery, skillTargetsQuerySchema } from "./target-schema";

/** What every host would get of a skill, what would be changed for it, and which refuse it and why. */
export async function getSkillTargets(
  context: Context,
  input: { skill: string } & SkillTargetsQuery,
): Promise<SkillTargets> {
  requirePermission(context, "library.read");
  const { version } = skillTargetsQuerySchema.parse(input);

  const { name, folder, source, revision } = await findExported(context, input.skill, version);
  const files = await readPackageFiles(context, source);
  const plan = targetPlanner({ name, folder, files });
  const breathe = createBreathe();
  const targets: SkillTargets["targets"] = [];
  for (const target of targetIds) {
    const planned = await plan(target);
    const isChanged = planned.changes.length > 0 && planned.refusals.length === 0;
    const fitted = isChanged && revision !== null ? fitChanges(files, planned.files) : { fit: [], texts: [] };
    targets.push({ target, title: targetHeads[target].title, ...remarksOf(planned), ...fitted });
    await breathe();
  }
  return { revision, targets };
}

export const remarksOf = ({ folder, changes, warnings, refusals }: TargetPlan) => ({
  folder,
  changes: [...changes],
  warnings: [...warnings],
  refusals: [...refusals],
});

/** One skill in the form of a host; UNPROCESSABLE, with the reasons in `details`, when it does not take it. */
export async function exportForTarget(
  context: Context,
  { name, folder, mark, source }: Exported,
  { target, format }: { target: TargetId; format: "zip" | "tar.gz" },
): Promise<Download> {
  const files = await readPackageFiles(context, source);
  const plan = await targetPlanner({ name, folder, files })(target);
  if (plan.refusals.length > 0) throw refusedBy(target, name, plan);
  const plugin = {
    slug: skillSlug(name),
    description: descriptionOf(name),
    version: pluginVersion(plan.files),
  };
  const skills = [{ name, plan }];
  // claude.ai takes one skill as one file: there is nothing around it.
  const form = target === "claude-ai" ? "folder" : target;
  const set = setFacts(context, plugin);
  const packed = await packForTarget(form, set, { skills, leftOut: [] });
  const ending = target === "claude-ai" ? "skill" : format;
  const packing = target === "claude-ai" ? "zip" : format;
  return download(packed, `${name}-${mark}-${target}.${ending}`, packing);
}

const descriptionOf = (name: string): string => `The skill ${name}`;

export type PluginWords = { slug: string; description: string; version: string };

/** What manifests say: the workspace is the place, and its people the author. */
export function setFacts({ workspace }: Context, { slug, description, version }: PluginWords): SetFacts {
  const plugin = { name: slug, version, description, author: workspace.name };
  const place = { name: workspace.slug, owner: workspace.name, description: `Skills of ${workspace.name}` };
  return { plugin, marketplace: { ...place, plugins: [{ ...plugin, path: `plugins/${slug}` }] } };
}

/** Other files are another version: what clients see as an update. */
export function pluginVersion(files: readonly TargetFile[]): string {
  const lines = files.map(({ path, bytes, executable = false }) => `${path} ${sha256(bytes)} ${executable}`);
  return `1.0.0-d${sha256(lines.sort().join("\n")).slice(0, 12)}`;
}

function refusedBy(target: TargetId, name: string, { refusals }: TargetPlan): AppError {
  const said = refusals.map(({ message }) => message).join(" ");
  return new AppError("UNPROCESSABLE", `${name} does not go to ${targetHeads[target].title}. ${said}`, {
    details: { refusals: [...refusals] },
  });
}

export async function download(
  files: readonly TargetFile[],
  fileName: string,
  format: "zip" | "tar.gz",
): Promise<Download> {
  const packages = [{ folderName: "", files }];
  const archive =
    format === "zip" ? writeZip(packages, { layout: "root" }) : writeTarGz(packages, { layout: "root" });
  const content = await buffer(archive);
  const mediaType = format === "zip" ? "application/zip" : "application/gzip";
  return { fileName, mediaType, etag: sha256(content), content };
}
