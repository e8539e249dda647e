import { deepestJson, isDeeperThan } from "@/lib/kernel/is-deeper-than";
import { jsonOrNull } from "@/lib/kernel/read-json";

export type Json = Record<string, unknown>;

/** Of what somebody else wrote: an empty record, list or text where it is none. */
export const toRecord = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
export const toList = (value: unknown): Json[] => (Array.isArray(value) ? value.map(toRecord) : []);
export const toText = (value: unknown): string => (typeof value === "string" ? value : "");
/** Far more than any model reads or says at once; what is beyond was not counted, and no column or limit can hold it. */
const largestCount = 100_000_000;
export const toCount = (value: unknown): number | null =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && value <= largestCount
    ? value
    : null;

/** An answer carries calls of `deepestJson` levels, with a few around them. */
const deepest = deepestJson + 50;

/** The value that a JSON text stands for; null for a text that is none, or deeper than what recursion stands. */
export function parseJson(text: string): unknown {
  const value = jsonOrNull(text);
  return isDeeperThan(value, deepest) ? null : value;
}
