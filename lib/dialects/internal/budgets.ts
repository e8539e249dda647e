import type { Dialect } from "@/lib/runtime/dialect";
import { charactersPerToken } from "@/lib/runtime/limits";

type Budget = Pick<Dialect, "budgetCharacters" | "budgetRule" | "mostDescriptionCharacters">;

/** Hosts that list everything, however much it is. */
export const noBudget: Budget = {
  budgetCharacters: (windowTokens) => windowTokens * charactersPerToken,
  budgetRule: "This host lists every skill whole; only the model's window ends it.",
  mostDescriptionCharacters: null,
};
