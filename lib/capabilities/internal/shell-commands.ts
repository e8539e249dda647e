import { ShellScan } from "./shell-scan";

/** A word of a command as a shell takes it: quotes gone, what is looked up left as it is written. */
export type ShellWord = {
  text: string;
  start: number;
  end: number;
  /** Nothing in it is known only when it runs. */
  isLiteral: boolean;
  /** Between its first and last character stands exactly `text`, so that places in it are places in the file. */
  isPlain: boolean;
};
export type ShellRedirect = { isWrite: boolean; word: ShellWord };
export type ShellCommand = {
  words: ShellWord[];
  redirects: ShellRedirect[];
  /** What is given to it as input in the script itself. */
  document: { start: number; end: number } | null;
};
export type ShellScript = {
  commands: ShellCommand[];
  /** Names of variables as they are looked up; `isOptional`: with a word for when it is not set. */
  variables: { name: string; start: number; isOptional: boolean }[];
  /** Names that the script gives to commands of its own. */
  functions: Set<string>;
  /** Whether something was nested so deep that it was passed over, and where. */
  tooDeep: number | null;
};

/**
 * Cuts a script into simple commands, those inside of `$( )`, backticks, groups and loops too, in one pass: whatever is written,
 * each character is looked at a fixed number of times. Broken text gives what can be told of it.
 */
export function shellCommands(text: string, isProse: boolean): ShellScript {
  return new ShellScan(text, isProse).run();
}
