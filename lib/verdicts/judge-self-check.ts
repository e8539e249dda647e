import type { Proportion } from "@/lib/statistics/wilson-interval";
import { findHostFaults } from "./internal/find-host-faults";
import { type AskedCase, type CaseOutcome, judgeSuite } from "./judge-suite";
import { type PlantedModel, plantedModels, plantedOutcome } from "./planted-models";

/**
 * `no-tool`: the host gave nothing to activate the skill with; `not-activated`: it was called for, and did not come;
 * `shadowed`: another skill, or other bytes, answered to its name; `unasked`: a skill was activated that no one asked for;
 * `broken`: sessions had no end that counts; `cannot-be-right`: whatever a model does, a case is wrong; `miscounted`: the
 * figures are not those of what happened.
 */
export const selfCheckFaults = [
  "no-tool",
  "not-activated",
  "shadowed",
  "unasked",
  "broken",
  "cannot-be-right",
  "miscounted",
] as const;

export type SelfCheckFault = {
  kind: (typeof selfCheckFaults)[number];
  /** Null for one of every host. */
  dialect: string | null;
  case: string | null;
  message: string;
  remedy: string;
};

/** One session of a planted model. */
export type CheckedSession = {
  dialect: string;
  model: PlantedModel;
  case: string;
  outcome: CaseOutcome;
  activated: readonly string[];
  by: string | null;
  /** Skills that the host activated by itself, because the message names them. */
  byHost: readonly string[];
  /** Whether what it called was offered to it; null where it called nothing. */
  hadTool: boolean | null;
  /** The bytes that came under the suite's skill are others than those that are tried. */
  otherBytes: boolean;
  /** Why a call was refused, in the host's words. */
  refusal: string | null;
  invalid: { reason: string; message: string } | null;
};

export type CheckedHost = { dialect: string; name: string; offered: readonly string[] };
export type NumberedCase = AskedCase & { number: number };

export type CheckToJudge = {
  skill: string;
  /** All of the suite; those that were tried have sessions. */
  cases: readonly NumberedCase[];
  hosts: readonly CheckedHost[];
  sessions: readonly CheckedSession[];
};

type JudgedCheck = {
  passed: boolean;
  models: {
    model: PlantedModel;
    passed: boolean;
    hosts: { dialect: string; recall: Proportion | null; precision: Proportion | null }[];
  }[];
  faults: SelfCheckFault[];
};

/**
 * Whether a suite measures what it should, by models of which it is known what they do. Messages that name a skill, so
 * that the host activates it, are no choice of a model's: they are in no figure, and have to be right all the same.
 */
export function judgeSelfCheck(check: CheckToJudge): JudgedCheck {
  const { skill, cases, hosts, sessions } = check;
  const faults = hosts.flatMap((host) => findHostFaults(host, check));
  const models = plantedModels.map((model) => {
    const ofHosts = hosts.map((host) => {
      const own = sessions.filter((one) => one.dialect === host.dialect && one.model === model);
      return { ...host, ...measure({ model, skill, cases, sessions: own }) };
    });
    for (const { dialect, name, isAsPlanted } of ofHosts)
      if (!isAsPlanted && !faults.some((fault) => fault.dialect === dialect))
        faults.push(miscounted(dialect, `${name}: the figures of a model that ${actsAs[model]}`));
    return {
      model,
      passed: ofHosts.every(({ isAsPlanted }) => isAsPlanted),
      hosts: ofHosts.map(({ dialect, recall, precision }) => ({ dialect, recall, precision })),
    };
  });
  return { passed: faults.length === 0, models, faults };
}

const actsAs = {
  always: "always activates",
  never: "never activates",
  rightly: "activates rightly",
} as const satisfies Record<PlantedModel, string>;

const miscounted = (dialect: string, what: string): SelfCheckFault => ({
  kind: "miscounted",
  dialect,
  case: null,
  message: `${what} are not what was planted.`,
  remedy: "That is a fault of Greenroom: do not trust figures of this host.",
});

type Measured = {
  model: PlantedModel;
  skill: string;
  cases: readonly NumberedCase[];
  sessions: readonly CheckedSession[];
};

function measure({ model, skill, cases, sessions }: Measured) {
  const free = sessions.filter(({ byHost }) => byHost.length === 0);
  const tried = new Set(free.map((one) => one.case));
  const asked = cases.filter(({ id }) => tried.has(id));
  const { recall, precision } = judgeSuite({ skill, cases: asked, trials: free, scripted: true });
  const planted = asked.map(({ id, expected }) => ({
    id,
    isOwn: expected.kind === "skill" && expected.name === skill,
    ...plantedOutcome(model, expected, skill),
  }));
  const own = planted.filter(({ isOwn }) => isOwn);
  const fired = planted.filter(({ fires }) => fires);
  const found = own.filter(({ fires }) => fires).length;
  const outcomes = new Map(planted.map(({ id, outcome }) => [id, outcome]));
  const isAsPlanted =
    isFraction(recall, found, own.length) &&
    isFraction(precision, found, fired.length) &&
    free.every((one) => one.outcome === outcomes.get(one.case));
  return { recall, precision, isAsPlanted };
}

/** A share of nothing is none, and no 100 %. */
const isFraction = (share: Proportion | null, count: number, of: number): boolean =>
  of === 0 ? share === null : share?.count === count && share.of === of;
