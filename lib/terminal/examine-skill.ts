import { type DialectId, isDialectId } from "@/lib/dialects/dialect-heads";
import { loadingHosts, loadPackage } from "@/lib/dialects/loads/find-loader";
import { blocksPublishing } from "@/lib/findings/blocks-publishing";
import { findFindings } from "@/lib/findings/find-findings";
import type { Finding } from "@/lib/findings/finding";
import { leaveOutReasons } from "@/lib/runtime/host-load";
import { textOf } from "@/lib/skills/file-text";
import { findSkillFile } from "@/lib/skills/find-skill-file";
import type { ParseMode, SkillIssue } from "@/lib/skills/skill-issue";
import { stopsPublishing } from "@/lib/skills/stops-publishing";
import { takesPart, validatePackage } from "@/lib/skills/validate-package";
import type { ReadSkill } from "./read-skills";

/** What one host makes of a skill: `rule` and what follows where it does not take it. */
export type HostFate =
  | { host: DialectId; state: "loaded"; leftOut: { path: string; why: string }[] }
  | { host: DialectId; state: "refused"; rule: string; path: string; line: number | null; message: string };

/** Everything that is wrong with a skill, by the rules of the app. */
export type SkillReport = {
  folder: string;
  /** What SKILL.md calls it. */
  name: string;
  digest: string;
  issues: readonly SkillIssue[];
  findings: readonly Finding[];
  hosts: readonly HostFate[];
  /** What of the folder is no part of the skill, in words. */
  leftOut: readonly string[];
};

export const hostIds: readonly string[] = loadingHosts.map(({ id }) => id);
export const isHostId = (id: string): id is DialectId => isDialectId(id) && hostIds.includes(id);

/** Holds a skill to every rule, as the app does when it is saved; `siblings` are the other skills beside it. */
export function examineSkill(
  skill: ReadSkill,
  { mode, hosts, siblings }: { mode: ParseMode; hosts: readonly DialectId[]; siblings: readonly string[] },
): SkillReport {
  const files = skill.files.map(({ path, bytes }) => ({
    path,
    size: bytes.length,
    bytes,
    text: textOf(bytes),
  }));
  const skillPath = findSkillFile(files.map(({ path }) => path));
  const { issues, skill: parsed } = validatePackage({
    folderName: skill.name,
    files: files.map(({ path, size, text }) =>
      text && takesPart(path, skillPath) ? { path, size, text } : { path, size },
    ),
    siblings: siblings.map((name) => ({ name })),
    mode,
  });
  const findings = findFindings(
    files.map(({ path, size, bytes, text }) =>
      text === null ? { path, size, bytes } : { path, size, text },
    ),
  );
  const document = (path: string) => skill.files.find((file) => file.path === path)?.bytes ?? null;
  const fates = hosts.map((host): HostFate => {
    const load = loadPackage(host, { folder: skill.name, files, read: document });
    if (load.state === "loaded")
      return {
        host,
        state: "loaded",
        leftOut: load.leftOut.map(({ path, rule }) => ({ path, why: leaveOutReasons[rule] })),
      };
    const { rule, file, line, message, fix } = load;
    return { host, state: "refused", rule, path: file, line, message: `${message} ${fix}` };
  });
  const { folder, digest, notes } = skill;
  return { folder, name: parsed.name, digest, issues, findings, hosts: fates, leftOut: notes };
}

/** What makes a skill not fit to be published or, for a host that was named, to be loaded. */
export function countFaults({ issues, findings, hosts }: SkillReport) {
  const issuesOf = (severity: SkillIssue["severity"]) =>
    issues.filter((one) => one.severity === severity).length;
  const findingsOf = (severity: Finding["severity"]) =>
    findings.filter((one) => one.severity === severity).length;
  return {
    errors: issuesOf("error"),
    stopping: issues.filter((one) => one.severity !== "error" && stopsPublishing(one)).length,
    blocking: findings.filter(blocksPublishing).length,
    refusals: hosts.filter(({ state }) => state === "refused").length,
    warnings: issuesOf("warning") + findingsOf("warning"),
  };
}
