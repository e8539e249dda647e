/** One file that goes out. `path` is relative; `executable`: its owner may run it. */
export type TargetFile = { path: string; bytes: Uint8Array; executable?: boolean };

/** One skill about to go out. */
export type TargetPackage = {
  /** As its version was published, which is what its SKILL.md says. */
  name: string;
  /** The folder that it came in. */
  folder: string;
  files: readonly TargetFile[];
};

/** What is said of one line. `line` is 1-based; null where the file as a whole is meant. */
export type TargetRemark = { rule: string; file: string; line: number | null; message: string };

/** A skill in the form of one host. With refusals it does not go there, and `files` are none. */
export type TargetPlan = {
  /** The name of its folder there. */
  folder: string;
  /** What is written otherwise than it is stored. */
  changes: readonly TargetRemark[];
  /** What the host does not have, though it takes the skill. */
  warnings: readonly TargetRemark[];
  refusals: readonly TargetRemark[];
  /** Relative to its folder. */
  files: readonly TargetFile[];
};
