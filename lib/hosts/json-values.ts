export type Json = Record<string, unknown>;

/** Of what somebody else wrote: an empty record, list or text where it is none. */
export const toRecord = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
export const toList = (value: unknown): Json[] => (Array.isArray(value) ? value.map(toRecord) : []);
export const toText = (value: unknown): string => (typeof value === "string" ? value : "");
export const toCount = (value: unknown): number | null =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;

/** The value that a JSON text stands for; null for a text that is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
