/** `taken-over`: it was as the file says, and is the file's from now on. `let-go`: the file no longer names it. */
export const declaredOutcomes = ["created", "changed", "unchanged", "taken-over", "let-go"] as const;
export type DeclaredOutcome = (typeof declaredOutcomes)[number];

type Declared = { outcome: DeclaredOutcome };

/** Whether what is here is something else than the file says. What is the same is no drift, whoever keeps it so far. */
export const isDrift = (item: Declared): boolean => wouldChange(item) && item.outcome !== "taken-over";

/** Whether applying the file does anything: making what is there the file's own is something too. */
export const wouldChange = ({ outcome }: Declared): boolean => outcome !== "unchanged";
