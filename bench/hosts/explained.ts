import type { Difference } from "./compare-shapes";
import type { Host } from "./hosts";

type Explanation = {
  hosts: readonly Host["id"][];
  where: RegExp;
  host?: RegExp;
  dialect?: RegExp;
  reason: string;
};

/** What is known to be otherwise, and why. Nothing else may differ. */
const explanations: readonly Explanation[] = [
  {
    hosts: ["claude-code"],
    where: /^tools\.Read\.properties\.(?:pages|allow_large)$/,
    dialect: /^nothing$/,
    reason:
      "Pages of PDF files and files over the host's limits: no file of a skill is read in either way here.",
  },
  {
    hosts: ["claude-code"],
    where: /^answers\[\d+\] Read \{"file_path":"\{\{skills\}\}\/[^"]+"/,
    host: /^\[\{"kind":"result","isError":true,"lines":\["…\{project\}…"\]\}\]$/,
    dialect: /"isError":true,"lines":\["…"\]/,
    reason: "The host names the folder it was started in; there is none here.",
  },
  {
    hosts: ["claude-code"],
    where: /^answers\[\d+\] Read .*\.(?:png|jpe?g|gif|webp|pdf)"/,
    reason:
      "The host shows pictures and PDF files to the model, or says why it cannot; here only their type is told.",
  },
  {
    hosts: ["claude-code"],
    where: /^answers\[\d+\] Read \{"file_path":"\{\{skills\}\}\/[^/"]+\/SKILL\.md"/,
    reason: "SKILL.md comes in by activation alone, so that each text has its receipt.",
  },
  {
    hosts: ["claude-code"],
    where: /^answers\[\d+\] Read \{"file_path":"(?!\{\{skills\}\}\/)/,
    reason: "There are no files here but those of the skills; the host reads what it is allowed to.",
  },
];

const wasDefused =
  "The skill's text would pass for the host's own marks, run a command or hide something: here it is defused.";

/** The reason of a difference; null for one that nobody explained. `defused`: answers whose text was, by their places. */
export function explain(
  host: Host["id"],
  { where, ...sides }: Difference,
  defused: ReadonlySet<number>,
): string | null {
  if (defused.has(Number(/^answers\[(\d+)\]/.exec(where)?.[1] ?? -1))) return wasDefused;
  const found = explanations.find(
    (one) =>
      one.hosts.includes(host) &&
      one.where.test(where) &&
      (one.host?.test(sides.host) ?? true) &&
      (one.dialect?.test(sides.dialect) ?? true),
  );
  return found?.reason ?? null;
}
