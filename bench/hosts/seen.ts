/** One piece of what a model gets back for a call. */
export type SeenPart = { kind: "result" | "text" | "data"; isError: boolean; text: string };

export type SeenTool = { name: string; inputSchema: Record<string, unknown> };

/** What a model was told and given, by a host or by a dialect, in the texts of whoever it was. */
export type Seen = {
  /** Every text that stands before the first call, with where it stands. */
  told: { place: string; text: string }[];
  tools: SeenTool[];
  /** In the order of the calls. */
  answers: SeenPart[][];
  /** Which calls the answers are of, where a host may leave one without. */
  answered?: { tool: string; input: unknown }[];
};

/** By a dialect: also which answers were defused on purpose, by their place among the calls. */
export type SeenOfDialect = Seen & { defused: ReadonlySet<number> };
