/** A file or folder that a command names: the folder of all skills, a skill's own (`path` is empty), or below it. */
export type ShellPath = {
  /** As the command has it. */
  given: string;
  /** Null for the folder of all skills. */
  skill: string | null;
  path: string;
};

/** Which part of a text is shown. Lines count from 1; `last` is null where all follow. Ranges ascend and share no line. */
export type ShellPick =
  | { of: "all" }
  | { of: "first"; count: number; unit: "lines" | "bytes" }
  | { of: "last"; count: number }
  | { of: "ranges"; ranges: readonly { first: number; last: number | null }[] };

export const shellCounts = ["lines", "words", "bytes"] as const;

/** One command that only looks. Without paths it takes what comes through the pipe. */
export type ShellAct =
  | {
      kind: "show";
      program: "cat" | "head" | "tail" | "sed" | "nl";
      paths: readonly ShellPath[];
      pick: ShellPick;
      /** Which lines get their number before them. */
      numbers: "none" | "all" | "filled";
    }
  | { kind: "count"; paths: readonly ShellPath[]; counts: readonly (typeof shellCounts)[number][] }
  | {
      kind: "list";
      paths: readonly ShellPath[];
      /** Of names that begin with a dot; `all` has the folder itself and the one above it as well. */
      hidden: "none" | "almost" | "all";
      isDeep: boolean;
      marksFolders: boolean;
    }
  | {
      kind: "find";
      paths: readonly ShellPath[];
      type: "file" | "folder" | null;
      /** With * and ?; null for every name. */
      name: string | null;
      mostDepth: number | null;
      hidden: boolean;
    }
  | { kind: "enter"; path: ShellPath }
  | { kind: "say"; text: string };

/** `joint`: what it follows on. Errors may be sent away (`2>/dev/null`). */
export type ShellStep = {
  joint: "then" | "and" | "or" | "pipe";
  act: ShellAct;
  /** Its words, with a blank between them. */
  text: string;
  hidesErrors: boolean;
};
