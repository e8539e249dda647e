import { formatCount } from "@/components/ui/format";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { EffectProof, OwnProof, TriggerProof } from "@/lib/proof/proven/bytes-proof-schema";
import { effectVerdictWords } from "@/lib/suites/effect-words";
import { sayP } from "@/lib/verdicts/say-verdict-reason";
import { agesWords } from "./answer-words";
import { modelLabel } from "./model-label";

/** One line of what suites say of the bytes under review. */
export type ProofRow = {
  key: string;
  suite: "Triggers" | "Tasks";
  /** "recall, Standard". */
  what: string;
  model: string;
  agent: string;
  /** Of the published version; null where nothing was measured. */
  before: number | null;
  /** The version, or the run, that `before` is of. */
  beforeOf: string | null;
  now: { share: number; low: number; high: number } | null;
  /** Said in place of a share. */
  nowWords: string | null;
  /** "8 gained, 1 lost, p = 0.02"; null where nothing is compared. */
  moved: string | null;
  /** Null on a line that only adds a figure to the one above. */
  word: string | null;
  tone: "neutral" | "not-shown" | "warning";
  /** The newest first. */
  runs: readonly number[];
  at: string;
  /** How old what counts is, in words. */
  answers: string;
};

const unjudged = {
  scripted: "Scripted, no verdict",
  invalid: "Invalid measurement",
  "too-few": "Too few cases to judge",
} as const;

const against = {
  better: { word: "Improved", tone: "neutral" },
  "no difference shown": { word: "Not shown", tone: "not-shown" },
  worse: { word: "Worse", tone: "warning" },
} as const;

type Moved = { gained: readonly string[]; lost: readonly string[]; p: number };

/** The exact test's p stands beside what it is of. */
const movedWords = ({ gained, lost, p }: Moved): string =>
  `${gained.length} gained, ${lost.length} lost, ${sayP(p)}`;

type Host = TriggerProof["hosts"][number];

/** "log-query and 2 more". */
const changedWords = ([first = "", ...more]: readonly string[]): string =>
  more.length === 0 ? markHidden(first) : `${markHidden(first)} and ${more.length} more`;

function verdictOf({
  word,
  isFaulty,
  laterCatalogue,
  against: moved,
}: Host): Pick<ProofRow, "word" | "tone"> {
  if (laterCatalogue.length > 0)
    return { word: `Not counted: ${changedWords(laterCatalogue)} changed since`, tone: "not-shown" };
  if (isFaulty) return { word: "Judged despite its self-check", tone: "warning" };
  if (word !== "judged") return { word: unjudged[word], tone: word === "invalid" ? "warning" : "not-shown" };
  return moved === null ? { word: "Nothing to compare with", tone: "not-shown" } : against[moved.outcome];
}

type Model = TriggerProof["model"];

function triggerRows(proof: TriggerProof, models: readonly Model[]): ProofRow[] {
  const { runs, brokenOff, at, model, agent } = proof;
  return proof.hosts.flatMap((host): ProofRow[] => {
    const common = {
      suite: "Triggers" as const,
      model: modelLabel(model, models),
      agent: agent.name,
      beforeOf: host.against && beforeWords(host.against),
      nowWords: null,
      runs: [...runs, ...brokenOff],
      at,
      answers: agesWords(proof.answers),
    };
    const key = `${agent.slug} ${runs[0]} ${host.dialect}`;
    return [
      {
        ...common,
        ...verdictOf(host),
        key: `${key} recall`,
        what: `recall, ${host.name}`,
        before: host.against?.recall?.share ?? null,
        now: host.recall,
        moved: host.against && movedWords(host.against),
      },
      {
        ...common,
        key: `${key} precision`,
        what: `precision, ${host.name}`,
        before: host.against?.precision?.share ?? null,
        now: host.precision,
        moved: null,
        word: null,
        tone: "neutral",
      },
    ];
  });
}

const beforeWords = ({ version, number }: { version: number | null; number: number }): string =>
  `${version === null ? "draft" : `v${version}`}, run ${number}`;

const effectTone = {
  improved: "neutral",
  "not-shown": "not-shown",
  worse: "warning",
  "invalid-measurement": "warning",
  scripted: "not-shown",
  pending: "not-shown",
} as const satisfies Record<EffectProof["hosts"][number]["word"], ProofRow["tone"]>;

function effectRows(proof: EffectProof, models: readonly Model[]): ProofRow[] {
  const { number, isBrokenOff, model, agent, at, hosts } = proof;
  return hosts.map((host): ProofRow => {
    const golden = host.goldenFailed.length;
    return {
      key: `effect ${number} ${host.dialect}`,
      suite: "Tasks",
      what: `with the skill over without, ${host.name}`,
      model: modelLabel(model, models),
      agent: agent.name,
      before: null,
      beforeOf: null,
      now: null,
      nowWords:
        host.total === null
          ? "not measured"
          : `${host.total >= 0 ? "+" : "−"}${Math.abs(host.total).toFixed(2)}`,
      moved: `${host.wins} won, ${host.losses} lost of ${formatCount(host.tasks, "task")}`,
      ...effectVerdict(host, golden, isBrokenOff),
      runs: [number],
      at,
      answers: [agesWords(proof.answers), ...(proof.judge ? [markHidden(proof.judge.text)] : [])].join("; "),
    };
  });
}

/** A run that was broken off speaks against the bytes and never for them. */
function effectVerdict(
  { word }: EffectProof["hosts"][number],
  golden: number,
  isBrokenOff: boolean,
): Pick<ProofRow, "word" | "tone"> {
  if (golden > 0) return { word: `${formatCount(golden, "golden task")} failed`, tone: "warning" };
  if (isBrokenOff && word !== "worse") return { word: "Broken off", tone: "not-shown" };
  return { word: effectVerdictWords[word], tone: effectTone[word] };
}

/** Triggers first, host by host, then every run of the tasks. */
export function proofRowsOf({ triggers, effects }: Pick<OwnProof, "triggers" | "effects">): ProofRow[] {
  const models = [...triggers, ...effects].map(({ model }) => model);
  return [
    ...triggers.flatMap((one) => triggerRows(one, models)),
    ...effects.flatMap((one) => effectRows(one, models)),
  ];
}

/** "3 runs of these bytes, all counted; 1 of them deleted; run 6 goes on". */
export function countedWords({ counted, others }: Pick<OwnProof, "counted" | "others">): string {
  const states = {
    queued: "is waiting",
    running: "goes on",
    stopped: "was stopped",
    failed: "broke off",
    done: "is done",
  } as const;
  const unread = counted.unread.trigger + counted.unread.effect;
  return [
    `${formatCount(counted.all, "run")} of these bytes, all counted`,
    ...(counted.deleted > 0 ? [`${counted.deleted} of them deleted`] : []),
    ...(unread > 0 ? [`${formatCount(unread, "older one")} too many to be read`] : []),
    ...others.map(({ number, state }) => `run ${number} ${states[state]}`),
  ].join("; ");
}
