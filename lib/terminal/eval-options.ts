import { ClientError } from "./client-error";
import type { Typed } from "./parse-command";

/** What a run is asked for with, as the API takes it. */
export type EvalSettings = {
  suite: "trigger" | "effect";
  agent: string | undefined;
  model: string | undefined;
  repeats: number | undefined;
  capUsd: number | undefined;
  /** Of tasks: whether what is published is tried beside. */
  approved?: true;
  /** Whether everything is asked again. */
  anew?: true;
};

/** What the gate is asked for with. */
export type EvalFloors = Record<"against" | "recall" | "precision", number | undefined>;

/** What a trigger suite alone is held to. */
const triggerFlags = ["against", "recall", "precision"] as const;

export const reportFlags = ["junit", "sarif", "markdown", "benchmark"] as const;
export type ReportFlag = (typeof reportFlags)[number];

/** Throws a usage error for what cannot be meant. */
export function readEvalOptions(typed: Typed): {
  settings: EvalSettings;
  acknowledgeFaults: boolean;
  floors: EvalFloors;
  digest: string | undefined;
  root: string | undefined;
} {
  if (typed.paths.length === 0)
    throw new ClientError("usage", "Name the skills, as they are called on the server.");
  const suite = typed.valueOf("suite") ?? "trigger";
  if (suite !== "trigger" && suite !== "effect")
    throw new ClientError("usage", `--suite is trigger or effect, not “${suite.slice(0, 40)}”.`);
  const acknowledgeFaults = typed.isOn("acknowledge-faults");
  if (acknowledgeFaults && suite === "effect")
    throw new ClientError("usage", "--acknowledge-faults is for a trigger suite: tasks have no self-check.");
  const ofTriggers =
    suite === "effect" ? triggerFlags.find((flag) => typed.valueOf(flag) !== undefined) : undefined;
  if (ofTriggers !== undefined)
    throw new ClientError("usage", `--${ofTriggers} is for a trigger suite; tasks are held to --approved.`);
  const approved = typed.isOn("approved");
  if (approved && suite === "trigger")
    throw new ClientError(
      "usage",
      "--approved is for --suite effect; a trigger suite is held to a published run anyway.",
    );
  const anew = typed.isOn("anew");
  if (anew && typed.isOn("only-changed"))
    throw new ClientError(
      "usage",
      "Choose one of --anew and --only-changed: it asks everything, or nothing twice.",
    );
  const ofOne = (["digest", "root"] as const).find((flag) => typed.valueOf(flag) !== undefined);
  if (ofOne !== undefined && typed.paths.length > 1)
    throw new ClientError("usage", `--${ofOne} is for one skill; ${typed.paths.length} were named.`);
  const report = reportFlags.find((flag) => typed.valueOf(flag) !== undefined);
  if (report !== undefined && typed.paths.length > 1)
    throw new ClientError("usage", `--${report} is for one skill; ${typed.paths.length} were named.`);
  return {
    settings: {
      suite,
      agent: typed.valueOf("agent"),
      model: typed.valueOf("model"),
      repeats: numberOf(typed, "repeats", isCount),
      capUsd: numberOf(typed, "cap", (value) => value > 0),
      ...(approved ? { approved } : {}),
      ...(anew ? { anew } : {}),
    },
    acknowledgeFaults,
    digest: typed.valueOf("digest"),
    root: typed.valueOf("root"),
    floors: {
      against: numberOf(typed, "against", isCount),
      recall: numberOf(typed, "recall", isShare),
      precision: numberOf(typed, "precision", isShare),
    },
  };
}

const isCount = (value: number): boolean => Number.isInteger(value) && value > 0;
const isShare = (value: number): boolean => value >= 0 && value <= 1;

function numberOf(
  typed: Typed,
  flag: keyof typeof wanted,
  fits: (value: number) => boolean,
): number | undefined {
  const text = typed.valueOf(flag);
  if (text === undefined) return undefined;
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isFinite(value) && fits(value)) return value;
  throw new ClientError("usage", `--${flag} is ${wanted[flag]}, not “${text.slice(0, 40)}”.`);
}

const wanted = {
  repeats: "a number from 1",
  cap: "an amount in dollars above 0",
  against: "the number of a run",
  recall: "a share from 0 to 1",
  precision: "a share from 0 to 1",
} as const;
