import type { DialectId } from "@/lib/dialects/dialect-heads";

type Known = { hosts: readonly DialectId[]; theirs: RegExp; ours: RegExp; reason: string };

/** Where the events of a host and of its dialect are known to differ, and why. Nothing else may. */
const known: readonly Known[] = [
  {
    hosts: ["claude-code", "codex", "gemini-cli"],
    theirs: /^(?:called (?:Read|Bash|exec_command|read_file)|refused \S+, \S+\.[a-z]+)$/,
    ours: /^read \S+\.(?:png|jpe?g|gif|webp|pdf|zip|bin|woff2?|ttf|xlsx|docx|pptx|mp3|wav) of /,
    reason: "A host shows a file that is no text in a way of its own, which no bytes tell, or refuses it.",
  },
];

/** The reason for two events that are not the same; null where nobody explained it. */
export const reasonOf = (host: DialectId, theirs: string, ours: string): string | null =>
  known.find((one) => one.hosts.includes(host) && one.theirs.test(theirs) && one.ours.test(ours))?.reason ??
  null;
