import type { DialectId } from "@/lib/dialects/dialect-heads";

/** What happened to skills on both sides, a line each; see `skillTrail`. */
export type Trails = { host: readonly string[]; dialect: readonly string[] };

const hosts: readonly DialectId[] = ["claude-code", "codex", "gemini-cli"];
const reason = "A host shows a file that is no text in a way of its own, which no bytes tell, or refuses it.";

const readByDialect =
  /^read (?<path>\S+\.(?:png|jpe?g|gif|webp|pdf|zip|bin|woff2?|ttf|xlsx|docx|pptx|mp3|wav)) of (?<skill>\S+) \S+$/;
const refusedByHost = /^refused (?<skill>\S+), (?<path>\S+)$/;
const calledInHost = /^called (?:Read|Bash|exec_command|read_file)$/;
const ofNoCall = /^(?:told of |history-rewritten$|not-understood$)|, chosen by the person/;

/**
 * Says why both sides are known not to have the same event here: the dialect reads a file that is no text, and the host
 * refuses that very file, or answers the call in the same place without naming any. Null for every other difference:
 * nobody has explained it.
 */
export function reasonOf(
  host: DialectId,
  { host: theirs, dialect: ours }: Trails,
  at: number,
): string | null {
  const [told, own] = [theirs[at] ?? "", readByDialect.exec(ours[at] ?? "")?.groups];
  if (!own || !hosts.includes(host)) return null;
  const refused = refusedByHost.exec(told)?.groups;
  const isSameFile = refused?.skill === own.skill && refused?.path === own.path;
  const isSameCall = calledInHost.test(told) && callsIn(theirs.slice(0, at)) === callsIn(ours.slice(0, at));
  return isSameFile || isSameCall ? reason : null;
}

const callsIn = (trail: readonly string[]): number => trail.filter((line) => !ofNoCall.test(line)).length;
