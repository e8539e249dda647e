import type { Dialect } from "@/lib/runtime/dialect";

type Budget = Pick<Dialect, "budgetCharacters" | "budgetRule" | "mostDescriptionCharacters">;

export const charactersPerToken = 4;

/** Hosts that list everything, however much it is. */
export const noBudget: Budget = {
  budgetCharacters: (windowTokens) => windowTokens * charactersPerToken,
  budgetRule: "This host lists every skill whole; only the model's window ends it.",
  mostDescriptionCharacters: null,
};
