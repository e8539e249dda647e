/** What became of one thing that a configuration file names, or what would: by its outcome. */
type Declared = { outcome: string };

/** Whether what is here is something else than the file says. What is the same is no drift, whoever keeps it so far. */
export const isDrift = (item: Declared): boolean => wouldChange(item) && item.outcome !== "taken-over";

/** Whether applying the file does anything: making what is there the file's own is something too. */
export const wouldChange = ({ outcome }: Declared): boolean => outcome !== "unchanged";
