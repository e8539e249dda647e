import { chooseWorkspaceAccess } from "./choose-access";
import { type ClientError, type ExitCode, exitCodes, failureOf } from "./client-error";
import type { Evaluated } from "./eval-answers";
import { readEvalOptions } from "./eval-options";
import { evalSkill, unmeasured } from "./eval-skill";
import type { Evaluating } from "./evaluating";
import type { Typed } from "./parse-command";
import type { Terminal } from "./terminal";
import { safe, type Told, type Tone } from "./told";
import { writeEvalReports } from "./write-eval-reports";

/**
 * Runs the suite of each named skill, one after the other, and answers the gravest word of their gates. What breaks on the
 * way takes back no word that was given: it is told beside them, and what was not tried is named.
 */
export async function evalSkills(terminal: Terminal, told: Told, typed: Typed): Promise<ExitCode> {
  const options = readEvalOptions(typed);
  const access = await chooseWorkspaceAccess(terminal, typed, null);
  const skills: Evaluated[] = [];
  const faults: ClientError[] = [];
  const interruption = new AbortController();
  const ignore = terminal.onInterrupt(() => interruption.abort());
  const asked: Evaluating = { terminal, told, typed, access, interrupted: interruption.signal, ...options };
  try {
    for (const skill of typed.paths) {
      const one = await evalOne(asked, skill, faults);
      skills.push(one);
      tell(told, one);
      await writeEvalReports(asked, one).catch((error: unknown) => faults.push(toFault(error)));
    }
  } finally {
    ignore();
  }
  for (const { message } of new Set(faults)) told.remark(message);
  const grave = gravest.find((code) => skills.some((one) => one.code === code));
  const code = isSlip(skills, faults) ? exitCodes.usage : (grave ?? faults[0]?.exitCode ?? exitCodes.fine);
  told.document({
    command: "eval",
    ok: code === exitCodes.fine,
    code,
    suite: options.settings.suite,
    skills,
    faults: faults.map(({ message }) => message),
  });
  return code;
}

const gravest = [2, 3, 1] as const;

/** What was typed does for none of them: a slip of the pen, and no word of any gate. */
const isSlip = (skills: readonly Evaluated[], faults: readonly ClientError[]): boolean =>
  faults.length > 0 &&
  faults.every(({ kind }) => kind === "usage") &&
  skills.every(({ reasons }) => faults.some(({ message }) => reasons.includes(message)));

/** After a server that broke nothing more is begun: the next would break as well, or be paid for and never told. */
async function evalOne(asked: Evaluating, skill: string, faults: ClientError[]): Promise<Evaluated> {
  if (faults.some(({ kind }) => kind === "server"))
    return unmeasured(skill, "It was not tried: the server broke before it.");
  try {
    return await evalSkill(asked, skill);
  } catch (error) {
    const fault = toFault(error);
    faults.push(fault);
    return unmeasured(skill, fault.message);
  }
}

function toFault(error: unknown): ClientError {
  const fault = failureOf(error);
  if (fault) return fault;
  throw error;
}

const words = { 0: "pass", 1: "regression", 2: "golden failed", 3: "not measured" } as const;
const tones = { 0: "good", 1: "bad", 2: "bad", 3: "doubtful" } as const satisfies Record<number, Tone>;
const widest = Math.max(...Object.values(words).map(({ length }) => length));

function tell(
  told: Told,
  { skill, number, digest, code, reasons, remarks, against, isOlder }: Evaluated,
): void {
  const of = against?.version === null ? "of a draft" : `of v${against?.version}`;
  const held = against === null ? "" : `, against run ${against.number} ${of}`;
  const bytes = digest === null ? "" : ` of ${digest.slice(0, 7)}`;
  const run = number === null ? "" : `run ${number}${bytes}${isOlder ? " (from before)" : ""}${held}`;
  told.line(told.paint(tones[code], words[code].padEnd(widest)), "", safe(skill), "", run);
  for (const said of [...reasons, ...remarks]) told.line(" ".repeat(widest + 1), safe(said));
}
