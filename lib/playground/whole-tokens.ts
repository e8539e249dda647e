import { largestInteger } from "@/lib/kernel/row-number";

/** What a provider says it counted, as a number that can be kept: whole, and never less than nothing. */
export const wholeTokens = (said: number): number => Math.min(largestInteger, Math.max(0, Math.round(said)));
