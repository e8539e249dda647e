import {
  CircleCheck,
  CircleDashed,
  FlaskConical,
  LoaderCircle,
  Ruler,
  TriangleAlert,
  UserMinus,
  X,
} from "lucide-react";
import type { LucideIcon } from "@/components/ui/icon";
import type {
  AttemptWord,
  ImprovementOutcome,
  ImprovementState,
} from "@/lib/improvements/improvement-options";

/** What became of a text: word and icon, and whether it is a problem. */
export const attemptLooks = {
  standing: { words: "As it stands", icon: Ruler, tone: "neutral" },
  accepted: { words: "Accepted", icon: CircleCheck, tone: "neutral" },
  passed: { words: "Passed, another one is better", icon: CircleCheck, tone: "neutral" },
  scripted: { words: "Scripted, no verdict", icon: FlaskConical, tone: "neutral" },
  unfit: { words: "No description", icon: X, tone: "warning" },
  flipped: { words: "A held-out case flipped", icon: TriangleAlert, tone: "warning" },
  "not-shown": { words: "Not shown", icon: CircleDashed, tone: "neutral" },
  "train-only-gain": { words: "Train-only gain", icon: TriangleAlert, tone: "warning" },
  "no-gain": { words: "No gain", icon: CircleDashed, tone: "neutral" },
  worse: { words: "Worse", icon: TriangleAlert, tone: "warning" },
  "not-measured": { words: "Not measured", icon: TriangleAlert, tone: "warning" },
  "neighbour-lost": { words: "A neighbour loses a case", icon: UserMinus, tone: "warning" },
  "neighbour-not-measured": { words: "A neighbour was not measured", icon: TriangleAlert, tone: "warning" },
} as const satisfies Record<AttemptWord, { words: string; icon: LucideIcon; tone: "neutral" | "warning" }>;

export const beingTried = { words: "Being tried", icon: LoaderCircle, tone: "neutral" } as const;

export const outcomeWords = {
  suggested: "Suggested in review",
  accepted: "Accepted, not suggested yet",
  none: "Nothing is better",
  scripted: "Scripted, no verdict",
  "nothing-to-learn": "Nothing to learn from",
  "out-of-reach": "No gain could be shown",
  "not-measured": "Invalid measurement",
  "no-candidates": "No usable text",
  "short-enough": "Short enough already",
} as const satisfies Record<ImprovementOutcome, string>;

export const outcomeReasons = {
  suggested:
    "The draft is as it was. Whoever may edit it applies the suggestion in its review, or leaves it.",
  accepted: "It passed, and could not be put into a review. Why stands beside it.",
  none: "Every text was refused; why stands beside each. The description stays as it is.",
  scripted:
    "No language model was asked in the trials: this shows how a search goes, and nothing is suggested.",
  "nothing-to-learn": "No case of the training part is wrong: there is nothing that a writer could be told.",
  "out-of-reach":
    "So few held-out cases are wrong that no gain could be told from luck. Add cases that fail, or try fewer candidates.",
  "not-measured":
    "The description as it stands could not be measured. Look at its run, mend what is wrong, and search again.",
  "no-candidates": "The writer gave nothing that can be a description. Nothing was tried.",
  "short-enough": "Nothing has to be shortened.",
} as const satisfies Record<ImprovementOutcome, string>;

export const stateWords = {
  running: "Searching",
  done: "Done",
  stopped: "Stopped",
  failed: "Failed",
} as const satisfies Record<ImprovementState, string>;
