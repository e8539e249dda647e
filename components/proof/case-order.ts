import type { TriggerOutcome } from "@/lib/proof/proof-options";
import type { CaseResult } from "@/lib/proof/trials/trial-schema";
import type { CellPlace } from "./confusion-matrix";
import { isWrong } from "./outcome-word";
import type { TrialMark } from "./trial-pips";

export type HostResult = CaseResult["hosts"][number];
export type ShortTrial = HostResult["trials"][number];

export type CaseFilter = {
  onlyNotRight: boolean;
  /** A cell of the matrix with its cases. */
  cell: { place: CellPlace; cases: readonly string[] } | null;
};

const ranks = { missed: 0, stolen: 0, fired: 0, invalid: 1, right: 4 } as const satisfies Record<
  TriggerOutcome,
  number
>;
const notRun = 2;
const wrongElsewhere = 3;

export const hostOf = ({ hosts }: CaseResult, dialect: string): HostResult | undefined =>
  hosts.find((host) => host.dialect === dialect);

function rankOf(one: CaseResult, dialect: string): number {
  const outcome = hostOf(one, dialect)?.outcome ?? null;
  if (outcome === null) return notRun;
  const rank = ranks[outcome];
  return rank === ranks.right && one.hosts.some((host) => isWrong(host.outcome)) ? wrongElsewhere : rank;
}

/** Not right first, by the host that is looked at; then what is wrong in another; else as in the suite. */
export const orderCases = (cases: readonly CaseResult[], dialect: string): CaseResult[] =>
  cases.toSorted((a, b) => rankOf(a, dialect) - rankOf(b, dialect) || a.number - b.number);

/** It came to something else than it should in any host; of what is invalid nothing is known. */
export const isNotRight = ({ hosts }: CaseResult): boolean => hosts.some(({ outcome }) => isWrong(outcome));

export function filterCases(cases: readonly CaseResult[], { onlyNotRight, cell }: CaseFilter): CaseResult[] {
  const inCell = cell === null ? null : new Set(cell.cases);
  return cases.filter((one) => (!onlyNotRight || isNotRight(one)) && (inCell === null || inCell.has(one.id)));
}

/** What the pip of a trial says; null while it is not over. */
export function markOfTrial({ state, outcome }: Pick<ShortTrial, "state" | "outcome">): TrialMark {
  if (state === "invalid" || outcome === "invalid") return "invalid";
  if (state !== "done" || outcome === null) return null;
  return outcome === "right" ? "right" : "wrong";
}

const countsAs = ({ outcome }: HostResult): TriggerOutcome[] =>
  outcome === null || outcome === "invalid" ? [] : [outcome];

/** The cases that count in two hosts at least: only of these can be said whether hosts agree. */
export const whereHostsCompare = (cases: readonly CaseResult[]): CaseResult[] =>
  cases.filter(({ hosts }) => hosts.flatMap(countsAs).length > 1);

/** The cases that came to one thing in a host and to another in the next, of those that count in both. */
export const whereHostsDisagree = (cases: readonly CaseResult[]): CaseResult[] =>
  cases.filter(({ hosts }) => new Set(hosts.flatMap(countsAs)).size > 1);

export type HostDifference = { compared: number; lost: number; gained: number; otherwise: number };

/** A host against another, over the cases that count in both; `otherwise`: wrong in both, each in its own way. */
export function compareHosts(cases: readonly CaseResult[], here: string, there: string): HostDifference {
  const sum: HostDifference = { compared: 0, lost: 0, gained: 0, otherwise: 0 };
  for (const one of cases) {
    const [is] = one.hosts.filter(({ dialect }) => dialect === here).flatMap(countsAs);
    const [was] = one.hosts.filter(({ dialect }) => dialect === there).flatMap(countsAs);
    if (is === undefined || was === undefined) continue;
    sum.compared += 1;
    if (is === was) continue;
    if (was === "right") sum.lost += 1;
    else if (is === "right") sum.gained += 1;
    else sum.otherwise += 1;
  }
  return sum;
}
