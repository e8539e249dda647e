/** A call in the host's own words; `{{skills}}` stands for the folder of skills. */
export type RawCall = { tool: string; input: Record<string, unknown> };

/** A call with the folder of skills in place of `{{skills}}`. */
export function withFolder({ tool, input }: RawCall, folder: string): RawCall {
  const filled = Object.entries(input).map(([key, value]) => [
    key,
    typeof value === "string" ? value.replaceAll("{{skills}}", folder) : value,
  ]);
  return { tool, input: Object.fromEntries(filled) };
}
