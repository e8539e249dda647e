import type { DialectId } from "@/lib/dialects/dialect-heads";

type Known = { hosts: readonly DialectId[]; theirs: RegExp; ours: RegExp; reason: string };

/** Where the events of a host and of its dialect are known to differ, and why. Nothing else may. */
const known: readonly Known[] = [
  {
    hosts: ["claude-code", "codex", "gemini-cli"],
    theirs: /^called (?:Read|Bash|exec_command|read_file)$/,
    ours: /^read \S+\.(?:png|jpe?g|gif|webp|pdf|zip|bin|woff2?|ttf|xlsx|docx|pptx|mp3|wav) of /,
    reason:
      "A file that is no text cannot be told by its bytes once a host has shown it in a way of its own.",
  },
];

/** The reason for two events that are not the same; null where nobody explained it. */
export const reasonOf = (host: DialectId, theirs: string, ours: string): string | null =>
  known.find((one) => one.hosts.includes(host) && one.theirs.test(theirs) && one.ours.test(ours))?.reason ??
  null;
