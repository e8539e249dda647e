import type { Ledger, LedgerPart, LedgerTurn } from "@/lib/runtime/compute-ledger";
import { tokensRepeated } from "@/lib/runtime/decide-repeat";
import type { Turn } from "../transcript/transcript";

/** A row of the ledger's table and its segment in each bar; `tokens` per shown turn, in their order. */
export type LedgerRow = Pick<LedgerPart, "key" | "kind" | "label"> & {
  fill: LedgerFill;
  tokens: number[];
  change: number;
};
export type LedgerFill =
  | "instructions"
  | "tools"
  | "catalogue"
  | "skill-1"
  | "skill-2"
  | "resource"
  | "history";

export type LedgerView = {
  turns: { turn: number; total: number }[];
  rows: LedgerRow[];
  totalChange: number;
};

const kindOrder: readonly LedgerPart["kind"][] = [
  "instructions",
  "tools",
  "catalogue",
  "skill",
  "resource",
  "history",
];

/** As many columns as can be read side by side, the last one being the turn that is looked at. */
export const shownTurns = 3;

/** The ledger around one turn: rows in bar order, what has left still named at 0, skills in alternating fills. */
export function ledgerView(ledger: Ledger, turn: number): LedgerView {
  const at = ledger.turns.findIndex((column) => column.turn === turn);
  const columns = ledger.turns.slice(Math.max(0, at - shownTurns + 1), at + 1);
  const parts = new Map<string, LedgerPart>();
  for (const column of columns)
    for (const part of column.parts) if (!parts.has(part.key)) parts.set(part.key, part);
  const inOrder = [...parts.values()].sort(
    (left, right) => kindOrder.indexOf(left.kind) - kindOrder.indexOf(right.kind),
  );
  let skills = 0;
  const rows = inOrder.map(({ key, kind, label }): LedgerRow => {
    const tokens = columns.map((column) => tokensOf(column, key));
    const fill = kind === "skill" ? (skills++ % 2 === 0 ? "skill-1" : "skill-2") : kind;
    return { key, kind, label, fill, tokens, change: changeOf(tokens) };
  });
  const totals = columns.map(({ total }) => total);
  return {
    turns: columns.map(({ turn: number, total }) => ({ turn: number, total })),
    rows,
    totalChange: changeOf(totals),
  };
}

const tokensOf = (column: LedgerTurn, key: string): number =>
  column.parts.find((part) => part.key === key)?.tokens ?? 0;

/** Of the last against the one before; the first turn of all has come in whole. */
function changeOf(values: readonly number[]): number {
  return (values.at(-1) ?? 0) - (values.at(-2) ?? 0);
}

/** Four to five round steps that reach `most`: { max: 5000, ticks: [0, 1000, ...] }. */
export function axisOf(most: number): { max: number; ticks: number[] } {
  const rough = Math.max(most, 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const count = Math.ceil(Math.max(most, 1) / step);
  return { max: count * step, ticks: Array.from({ length: count + 1 }, (_, at) => at * step) };
}

/** Writes 1500 as "1.5k". */
export const axisLabel = (value: number): string =>
  value >= 1000 ? `${Number((value / 1000).toFixed(1))}k` : String(Number(value.toFixed(1)));

/** What injecting everything again would have cost in this exchange. */
export function tokensSavedIn(turn: Turn): number {
  return turn.events.reduce(
    (sum, event) => sum + (event.type === "skill-already-active" ? event.payload.tokensSaved : 0),
    0,
  );
}

/** What came into this exchange's prompt although it stood there. */
export const tokensRepeatedIn = (turn: Pick<Turn, "events">): number =>
  turn.events.reduce((sum, event) => sum + tokensRepeated(event), 0);
