import { chooseWorkspaceAccess } from "./choose-access";
import { type ExitCode, exitCodes } from "./client-error";
import { readEvalOptions } from "./eval-options";
import { type Evaluated, evalSkill } from "./eval-skill";
import type { Typed } from "./parse-command";
import type { Terminal } from "./terminal";
import { safe, type Told, type Tone } from "./told";

/** Runs the suite of each named skill, one after the other, and answers the gravest word of their gates. */
export async function evalSkills(terminal: Terminal, told: Told, typed: Typed): Promise<ExitCode> {
  const options = readEvalOptions(typed);
  const access = await chooseWorkspaceAccess(terminal, typed, null);
  const skills: Evaluated[] = [];
  const interruption = new AbortController();
  const ignore = terminal.onInterrupt(() => interruption.abort());
  const interrupted = interruption.signal;
  try {
    for (const skill of typed.paths) {
      const one = await evalSkill({ terminal, told, typed, access, interrupted, ...options }, skill);
      skills.push(one);
      tell(told, one);
    }
  } finally {
    ignore();
  }
  const code = gravest.find((grave) => skills.some((one) => one.code === grave)) ?? exitCodes.fine;
  told.document({
    command: "eval",
    ok: code === exitCodes.fine,
    code,
    suite: options.settings.suite,
    skills,
  });
  return code;
}

const gravest = [2, 3, 1] as const;

const words = { 0: "pass", 1: "regression", 2: "golden failed", 3: "not measured" } as const;
const tones = { 0: "good", 1: "bad", 2: "bad", 3: "doubtful" } as const satisfies Record<number, Tone>;
const widest = Math.max(...Object.values(words).map(({ length }) => length));

function tell(told: Told, { skill, number, code, reasons, against, isOlder }: Evaluated): void {
  const of = against?.version === null ? "of a draft" : `of v${against?.version}`;
  const held = against === null ? "" : `, against run ${against.number} ${of}`;
  const run = number === null ? "" : `run ${number}${isOlder ? " (from before)" : ""}${held}`;
  told.line(told.paint(tones[code], words[code].padEnd(widest)), "", safe(skill), "", run);
  for (const reason of reasons) told.line(" ".repeat(widest + 1), safe(reason));
}
