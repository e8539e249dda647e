import { buffer } from "node:stream/consumers";
import { writeZip } from "@/lib/bundles/write-zip";
import { foldName } from "@/lib/skills/fold-name";
import type { TargetId } from "./target-options";
import type { TargetFile, TargetPlan } from "./target-plan";
import { type PlacedSkill, type SetFacts, targets } from "./targets";

/** The file of an archive that names what is not in it. */
export const leftOutFileName = "export-report.json";

export type PlannedSkill = { name: string; plan: TargetPlan };

/** A skill that stays here, and why. */
export type LeftOutSkill = { skill: string; reasons: readonly { rule: string; message: string }[] };

/**
 * Every file of an archive for a host, manifests included. What has refusals must not be among `skills`: it is named in
 * a report beside the others, as is of two skills that would lie in one folder the second.
 */
export async function packForTarget(
  id: TargetId,
  set: SetFacts,
  { skills, leftOut }: { skills: readonly PlannedSkill[]; leftOut: readonly LeftOutSkill[] },
): Promise<TargetFile[]> {
  const { below, extras } = targets[id];
  const { placed, crowded } = placeSkills(skills);
  const folder = below(set);
  const bundled = id === "claude-ai" ? await Promise.all(placed.map(asSkillFile)) : placed.flatMap(filesIn);
  const missing = [...leftOut, ...crowded];
  const report = { leftOut: missing };
  return [
    ...bundled.map((file) => ({ ...file, path: `${folder}${file.path}` })),
    ...[
      ...extras(set, placed),
      ...(missing.length > 0
        ? [{ path: leftOutFileName, text: `${JSON.stringify(report, null, 2)}\n` }]
        : []),
    ].map(({ path, text }) => ({ path, bytes: new TextEncoder().encode(text) })),
  ];
}

/** The folder that a skill came in may be the name of another: then it has that of its own name. */
function placeSkills(skills: readonly PlannedSkill[]): { placed: PlacedSkill[]; crowded: LeftOutSkill[] } {
  const names = new Set(skills.map(({ name }) => foldName(name)));
  const taken = new Set<string>();
  const placed: PlacedSkill[] = [];
  const crowded: LeftOutSkill[] = [];
  for (const { name, plan } of skills) {
    const own = foldName(plan.folder);
    const isFree = own === foldName(name) || !(names.has(own) || taken.has(own));
    const folder = isFree ? plan.folder : name;
    if (taken.has(foldName(folder))) {
      const message = `Another skill lies in the folder ${folder} already.`;
      crowded.push({ skill: name, reasons: [{ rule: "same-folder", message }] });
      continue;
    }
    taken.add(foldName(folder));
    placed.push({ name, folder, files: plan.files });
  }
  return { placed, crowded };
}

const filesIn = ({ folder, files }: PlacedSkill): TargetFile[] =>
  files.map((file) => ({ ...file, path: `${folder}/${file.path}` }));

/** A zip with the skill's folder in it, as claude.ai takes one skill. */
async function asSkillFile({ folder, files }: PlacedSkill): Promise<TargetFile> {
  const archive = await buffer(writeZip([{ folderName: folder, files }], { layout: "folder" }));
  return { path: `${folder}.skill`, bytes: new Uint8Array(archive) };
}
