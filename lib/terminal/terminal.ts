/** Where a command runs: its folder, its words and its answers. The launcher gives the real one. */
export type Terminal = {
  /** Absolute: what relative paths start from. */
  workingFolder: string;
  /** Absolute: where servers and their keys are kept. */
  configFolder: string;
  settings: {
    /** Instead of what `login` keeps, for CI. */
    readonly address: string | undefined;
    readonly key: string | undefined;
  };
  /** What was asked for: lines, or one JSON document. */
  writeOut: (text: string) => void;
  /** Progress, remarks and errors. */
  writeErr: (text: string) => void;
  /** Whether a person watches. */
  isWatched: { out: boolean; err: boolean };
  /** Whether marks of colour may be written. */
  hasColour: boolean;
  /** Asks the person; null where nobody can be asked. */
  ask: (question: string, typing: "shown" | "hidden") => Promise<string | null>;
  /**
   * Calls this the first time that the command is asked to end (Ctrl+C, SIGTERM); the second time it ends at once. Answers
   * what ends this: from then on the first time ends it.
   */
  onInterrupt: (listener: () => void) => () => void;
  /** All that comes on standard input; null when that is a terminal. */
  readInput: () => Promise<string | null>;
  /** Runs a task while a file is held as a lock between processes; throws a PlainError when it cannot be had. */
  hold: <T>(lockFile: string, task: () => Promise<T>) => Promise<T>;
  /** Whether files have an executable bit here. */
  hasModes: boolean;
};
