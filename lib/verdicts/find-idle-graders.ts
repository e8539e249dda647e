import { compileGrader, type Grade, type GradedRun, type GraderPorts, gradeRun } from "./grade-run";
import type { Grader } from "./grader-schema";

/** Why a grader says nothing about a skill. */
export type IdleReason = "enforces-nothing" | "passes-in-every-arm" | "fails-in-every-arm" | "never-decided";
export type IdleGrader = { grader: number; reason: IdleReason; message: string };

const messages = {
  "passes-in-every-arm": "It passes with and without the skill alike, so it says nothing about the skill.",
  "fails-in-every-arm": "It fails with and without the skill alike; check what it asks for.",
  "never-decided": "It could never be decided, and counts nowhere.",
} as const satisfies Record<Exclude<IdleReason, "enforces-nothing">, string>;

const messageOf = (reason: IdleReason, { kind }: Grader): string =>
  reason === "enforces-nothing" ? `${whatPasses(kind)}, so it enforces nothing.` : messages[reason];

/** An empty answer is no JSON, and has no edge of a word that a pattern could be found at. */
function whatPasses(kind: Grader["kind"]): string {
  if (kind === "json-schema")
    return "Its schema takes null, 0, an empty text, an empty list and an empty object alike";
  if (kind === "regex") return "Its pattern is found without a character of the answer";
  return "It passes for an empty answer that does nothing";
}

/** Asks for something not to happen: an empty run passes, and should. */
const forbids: readonly Grader["kind"][] = [
  "not-contains",
  "not-regex",
  "tool-not-called",
  "not-activated",
  "tokens-at-most",
];

const emptyRun: GradedRun = {
  text: "",
  files: new Map(),
  toolCalls: [],
  activated: [],
  reads: [],
  tokens: { input: 0, output: 0 },
};

/**
 * The graders that decide nothing, by their places. `arms`: the grades of each arm, for each grader in the order of
 * `graders`, over all its runs; with one arm alone nothing can be said about the difference.
 */
export async function findIdleGraders(
  graders: readonly Grader[],
  arms: readonly (readonly (readonly Grade[])[])[],
  ports: GraderPorts,
): Promise<IdleGrader[]> {
  const idle = await Promise.all(
    graders.map(async (grader, at): Promise<IdleGrader[]> => {
      const reason = (await enforcesNothing(grader, ports))
        ? "enforces-nothing"
        : idleIn(arms.map((arm) => arm[at] ?? []));
      return reason ? [{ grader: at, reason, message: messageOf(reason, grader) }] : [];
    }),
  );
  return idle.flat();
}

/** What asks for something and is content with nothing; what forbids and names nothing, or no number. */
async function enforcesNothing(grader: Grader, ports: GraderPorts): Promise<boolean> {
  if (grader.kind === "json-schema") {
    const answers = await Promise.all(
      [null, 0, "", [], {}].map((value) => ports.validate(grader.schema, value)),
    );
    return answers.every((faults) => "length" in faults && faults.length === 0);
  }
  if (grader.kind === "regex") {
    const compiled = compileGrader(grader);
    return compiled.ok && compiled.value.needsNothing;
  }
  if (grader.kind === "tokens-at-most") return !Number.isFinite(grader.tokens);
  if (grader.kind === "tool-not-called") return grader.tool.trim() === "";
  if (grader.kind === "not-activated") return grader.skill.trim() === "";
  if (forbids.includes(grader.kind)) return false;
  return (await gradeRun(grader, emptyRun, ports)).passed === true;
}

function idleIn(arms: readonly (readonly Grade[])[]): IdleReason | null {
  const grades = arms.flat();
  if (grades.length === 0) return null;
  if (grades.every(({ passed }) => passed === null)) return "never-decided";
  if (arms.length < 2 || arms.some((arm) => arm.every(({ passed }) => passed === null))) return null;
  const decided = grades.filter(({ passed }) => passed !== null);
  if (decided.every(({ passed }) => passed)) return "passes-in-every-arm";
  return decided.some(({ passed }) => passed) ? null : "fails-in-every-arm";
}
