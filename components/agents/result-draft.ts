import type { InputCondition, SavedResult } from "@/lib/runtime/choose-result";

/** One case as it is typed; `id` is a key of the list alone. An empty `field` is the whole input. */
export type CaseRow = Omit<InputCondition, "field"> & { id: number; field: string; result: string };

/** A saved result as it is typed. */
export type ResultDraft = { result: string; isTyped: boolean; cases: CaseRow[]; fillIn: boolean };

export const toDraft = (saved: SavedResult | null): ResultDraft => ({
  result: saved?.result ?? "",
  isTyped: saved !== null && saved.result === null,
  cases: (saved?.cases ?? []).map(({ when, result }, at) => ({
    ...when,
    id: at + 1,
    field: when.field ?? "",
    result,
  })),
  fillIn: saved?.fillIn === true,
});

/** What is stored of it: without cases and without filling in, nothing is said of either. */
export function toSavedResult({ result, isTyped, cases, fillIn }: ResultDraft) {
  const stored = cases.map(({ field, is, value, result: answer }) => ({
    when: { field: field.trim() === "" ? null : field.trim(), is, value },
    result: answer,
  }));
  return {
    result: isTyped ? null : result,
    ...(stored.length === 0 ? {} : { cases: stored }),
    ...(fillIn ? { fillIn } : {}),
  };
}
