import type { CapabilityUse } from "../capability";

/**
 * What a call does with the argument at `at` (or the keyword `keyword`): runs it through a shell, runs the program that it names,
 * asks the host of the address, or of the bare name, opens a path, looks a variable up, brings a module in, or runs it as code.
 */
export type Call = {
  does: "shell" | "program" | "address" | "host" | "path" | "environment" | "module" | "code";
  at: number;
  keyword?: string;
  use?: CapabilityUse;
  /** The other argument that is a path too, and is written. */
  alsoWrites?: number;
};

/** Names by what they do, each with what stands for any receiver (`.goto`) where it is unmistakable. */
export type CallTable = ReadonlyMap<string, Call>;

type Rows = readonly (readonly [Call, string])[];

export const tableOf = (rows: Rows): CallTable =>
  new Map(rows.flatMap(([call, names]) => names.split(" ").map((name) => [name, call] as const)));

export const does = (what: Call["does"], at = 0, more: Partial<Call> = {}): Call => ({
  does: what,
  at,
  ...more,
});
export const path = (use: CapabilityUse, at = 0, more: Partial<Call> = {}): Call => ({
  does: "path",
  at,
  use,
  ...more,
});

/** The whole name, then what is called of whatever it is called on. */
export function findCall(table: CallTable, name: string): Call | null {
  const whole = table.get(name);
  if (whole) return whole;
  const dot = name.lastIndexOf(".");
  return dot < 0 ? null : (table.get(name.slice(dot)) ?? null);
}
