import path from "node:path";
import { formatCount } from "@/lib/kernel/format-count";
import { ClientError, type ExitCode, exitCodes } from "./client-error";
import { countFaults, examineSkill, hostIds, isHostId, type SkillReport } from "./examine-skill";
import { toJunit } from "./junit";
import type { Typed } from "./parse-command";
import { type ReadFailure, type ReadSkill, readSkills } from "./read-skills";
import type { Terminal } from "./terminal";
import { safe, type Told, type Tone } from "./told";
import { writeReport } from "./write-report";

export type Validation = { skills: readonly SkillReport[]; failures: readonly ReadFailure[] };

/** Holds every skill of the named folders and files to the app's rules. Asks no server. */
export async function validateSkills(terminal: Terminal, told: Told, typed: Typed): Promise<ExitCode> {
  const hosts = typed.valuesOf("host").map((id) => {
    if (isHostId(id)) return id;
    throw new ClientError("usage", `There is no host “${id}”. There are ${hostIds.join(", ")}.`);
  });
  const mode = typed.isOn("strict") ? "strict" : "lenient";
  const read = await readAll(terminal, told, typed);
  const skills: SkillReport[] = [];
  for (const [at, skill] of read.skills.entries()) {
    told.step(`Validating ${skill.folder} (${at + 1} of ${read.skills.length})`);
    const siblings = siblingsOf(skill, read.skills);
    const report = examineSkill(skill, { mode, hosts, siblings });
    skills.push(report);
    tellSkill(told, report);
  }
  for (const failure of read.failures) tellFailure(told, failure);
  const validation = { skills, failures: read.failures };
  await writeReport(terminal, typed, () => toJunit(validation));
  return tellAll(told, validation);
}

async function readAll(terminal: Terminal, told: Told, { paths }: Typed) {
  const skills: ReadSkill[] = [];
  const failures: ReadFailure[] = [];
  for await (const one of readSkills(terminal.workingFolder, paths)) {
    if ("failure" in one) failures.push(one.failure);
    else {
      skills.push(one.skill);
      told.step(`Reading ${one.skill.folder}`);
    }
  }
  return { skills, failures };
}

/** Names of the skills that lie in the same folder: a host tells its model of all of them at once. */
const siblingsOf = (skill: ReadSkill, all: readonly ReadSkill[]): string[] =>
  all
    .filter((other) => other !== skill && path.dirname(other.place) === path.dirname(skill.place))
    .map(({ name }) => name);

const tones: Readonly<Record<string, Tone>> = {
  error: "bad",
  blocking: "bad",
  warning: "doubtful",
  info: "dim",
};

function tellSkill(told: Told, report: SkillReport): void {
  const at = (file: string, line: number | null, column?: number): string =>
    safe(
      [`${report.folder === "." ? "" : `${report.folder}/`}${file}`, line, column]
        .filter((part) => part ?? false)
        .join(":"),
    );
  const tell = (place: string, severity: string, rule: string, message: string): void =>
    told.line(`${place}  ${told.paint(tones[severity] ?? "dim", severity)}  ${rule}  ${safe(message)}`);
  for (const { path: file, range, severity, rule, message } of [...report.issues, ...report.findings])
    tell(at(file, range.startLine, range.startColumn), severity, rule, message);
  for (const fate of report.hosts)
    if (fate.state === "refused")
      tell(at(fate.path, fate.line), "error", `${fate.host}/${fate.rule}`, fate.message);
    else
      for (const { path: file, why } of fate.leftOut)
        tell(at(file, null), "warning", `${fate.host}/left-out`, why);
  for (const note of report.leftOut) told.remark(`${report.folder}: ${note}`);
}

const tellFailure = (told: Told, { path: at, rule, message }: ReadFailure): void =>
  told.line(`${safe(at)}  ${told.paint("bad", "error")}  ${rule}  ${safe(message)}`);

function tellAll(told: Told, { skills, failures }: Validation): ExitCode {
  const counts = skills.map(countFaults);
  const sum = (of: keyof ReturnType<typeof countFaults>) => counts.reduce((total, one) => total + one[of], 0);
  const errors = sum("errors") + failures.length;
  const [stopping, blocking] = [sum("stopping"), sum("blocking")];
  const [refusals, warnings] = [sum("refusals"), sum("warnings")];
  const ok = errors + stopping + blocking + refusals === 0;
  const words = [
    formatCount(skills.length, "skill"),
    formatCount(errors, "error"),
    ...(blocking === 0 ? [] : [formatCount(blocking, "blocking finding")]),
    ...(refusals === 0 ? [] : [`${formatCount(refusals, "refusal")} by a host`]),
    formatCount(warnings, "warning"),
    ...(stopping === 0 ? [] : [`${stopping} of them in the way of publishing`]),
  ];
  told.line(told.paint(ok ? "good" : "bad", words.join(", ")));
  told.document({
    command: "validate",
    ok,
    errors,
    stopping,
    blocking,
    refusals,
    warnings,
    skills,
    failures,
  });
  return ok ? exitCodes.fine : exitCodes.differs;
}
