import type { PortablePackage } from "@/lib/bundles/portable-package";
import { loadPackage } from "@/lib/dialects/loads/find-loader";
import { type HostPackage, leaveOutReasons } from "@/lib/runtime/host-load";
import { skillFileName } from "@/lib/skills/find-skill-file";
import { withCodexPolicy } from "./codex-policy";
import { fitDocument, hostPackage } from "./fit-document";
import { judgeFlags } from "./host-flags";
import { portableForm } from "./portable-form";
import { readDocument, type SkillDocument, withDocument } from "./skill-facts";
import { type TargetId, targetHeads } from "./target-options";
import type { TargetFile, TargetPackage, TargetPlan, TargetRemark } from "./target-plan";
import { targets } from "./targets";

/** Makes the form of a package that has only the fields of the specification. */
export type MakePortable = (folder: string, files: readonly TargetFile[]) => Promise<PortablePackage>;

type Form = { files: readonly TargetFile[]; changes: TargetRemark[]; refusals: TargetRemark[] };

/** What one host would get of a skill, what is changed for it, and why it cannot go there. Nothing is written. */
export async function planForTarget(
  id: TargetId,
  pkg: TargetPackage,
  makePortable: MakePortable,
): Promise<TargetPlan> {
  const target = targets[id];
  const folder = target.folder === "own" ? pkg.folder : pkg.name;
  const document = readDocument(pkg.files, pkg.name);
  if (!document) return noDocument(folder);
  const flags = judgeFlags(document, target.flags, targetHeads[id].title);
  const form =
    target.form === "portable"
      ? portableForm(pkg.name, pkg.files, { document, made: await makePortable(pkg.name, pkg.files) })
      : storedForm(id, { folder, files: pkg.files, document });
  const policy = flags.needsPolicy ? withCodexPolicy(form.files) : { ...form, changes: [], refusals: [] };
  const refusals = [...flags.refusals, ...form.refusals, ...policy.refusals];
  const warnings = [
    ...flags.warnings,
    ...leftOut(id, folder, policy.files),
    ...(target.limits?.(policy.files) ?? []),
  ];
  const isRefused = refusals.length > 0;
  return {
    folder,
    changes: isRefused ? [] : [...form.changes, ...policy.changes],
    warnings: isRefused ? [] : warnings,
    refusals,
    files: isRefused ? [] : policy.files,
  };
}

function noDocument(folder: string): TargetPlan {
  const message = "There is no SKILL.md that can be read as UTF-8 text.";
  const refusals = [{ rule: "skill-file-missing", file: skillFileName, line: null, message }];
  return { folder, changes: [], warnings: [], refusals, files: [] };
}

function storedForm(
  id: TargetId,
  { folder, files, document }: { folder: string; files: readonly TargetFile[]; document: SkillDocument },
): Form {
  const { loads } = targets[id];
  if (loads === null) return { files, changes: [], refusals: [] };
  const load = (pkg: HostPackage) => loadPackage(loads, pkg);
  const fitted = fitDocument(load, { folder, files, document });
  if (fitted) {
    const { text, changes } = fitted;
    const isSame = changes.length === 0;
    return { files: isSame ? files : withDocument(files, document.file, text), changes, refusals: [] };
  }
  const refused = load(hostPackage(folder, files));
  if (refused.state === "loaded") return { files, changes: [], refusals: [] };
  const { rule, file, line, message, fix } = refused;
  return { files: [], changes: [], refusals: [{ rule, file, line, message: `${message} ${fix}` }] };
}

/** Files that the host has no use for: one remark for each reason. */
function leftOut(id: TargetId, folder: string, files: readonly TargetFile[]): TargetRemark[] {
  const { loads } = targets[id];
  const load = loads === null || files.length === 0 ? null : loadPackage(loads, hostPackage(folder, files));
  if (load?.state !== "loaded") return [];
  const byRule = Map.groupBy(load.leftOut, ({ rule }) => rule);
  return [...byRule].map(([rule, [first, ...more]]) => {
    const path = first?.path ?? skillFileName;
    const who = more.length === 0 ? path : `${path} and ${more.length} more`;
    return { rule, file: path, line: null, message: `${who}: ${leaveOutReasons[rule]}` };
  });
}
