import "server-only";
import type { AssignedSkill, AssignSkill } from "@/lib/agents/commands/assign-skills";
import { followingWords } from "@/lib/agents/describe-change";
import type { Assignment } from "@/lib/agents/schema";
import type { Act, UndoingAct } from "../schema";
import { type ActOutcome, done, unchanged } from "./act-outcome";

export type AssignmentAct = Extract<Act, { kind: "assign" | "unassign" }>;

export const isAssignmentAct = (act: Act): act is AssignmentAct =>
  act.kind === "assign" || act.kind === "unassign";

/** What these acts ask of the agents for one skill; of several for one agent the last counts. */
export function toAssignSkill(skill: string, acts: readonly AssignmentAct[]): AssignSkill {
  const changes = new Map<string, AssignSkill["changes"][number]>();
  for (const act of acts)
    for (const agent of act.agents)
      changes.set(agent, { agent, to: act.kind === "assign" ? wantedOf(act) : null });
  return { skill, changes: [...changes.values()] };
}

function wantedOf({ enabled, follows, label, version, priority }: Extract<Act, { kind: "assign" }>) {
  return { enabled, follows, label, version, priority };
}

type Change = Extract<AssignedSkill, { changes: unknown }>["changes"][number];

/** In the order of the agents: those alike in one sentence. */
export function toActOutcome(changes: readonly Change[]): ActOutcome {
  const changed = changes.filter((change) => !isSame(change));
  if (changed.length === 0) return unchanged(sentenceOf(changes, stateWords));
  return done(sentenceOf(changed, changeWords), undoOf(changed));
}

function isSame({ before, after }: Change): boolean {
  if (!before || !after) return before === after;
  return (
    before.enabled === after.enabled &&
    followingWords(before) === followingWords(after) &&
    before.priority === after.priority
  );
}

function sentenceOf(changes: readonly Change[], wordsOf: (change: Change) => string): string {
  const alike = new Map<string, string[]>();
  for (const change of changes) {
    const names = alike.get(wordsOf(change)) ?? [];
    alike.set(wordsOf(change), names);
    names.push(change.agent.name);
  }
  return [...alike].map(([words, names]) => words.replace("{agents}", () => listed(names))).join("; ");
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

function changeWords({ before, after }: Change): string {
  if (!after) return "Leaves {agents}";
  const now = followingWords(after);
  if (!before) return `Follows ${now} in {agents}${stateOf(after)}`;
  const was = followingWords(before);
  if (was !== now) return `Follows ${now} instead of ${was} in {agents}${stateOf(after)}`;
  if (before.enabled !== after.enabled) return `Is switched ${after.enabled ? "on" : "off"} in {agents}`;
  return `Moves from place ${before.priority} to ${after.priority} in {agents}`;
}

const stateWords = ({ after }: Change): string =>
  after ? `Follows ${followingWords(after)} in {agents} already` : "Is not in {agents}";

/** What an agent does not get yet is said before somebody waits for it. */
function stateOf({ enabled, resolved }: Assignment): string {
  const parts = [
    ...(enabled ? [] : ["switched off"]),
    ...(resolved.kind === "none" ? [resolved.reason.replace(/\.$/, "")] : []),
  ];
  return parts.length === 0 ? "" : ` (${parts.join("; ")})`;
}

function undoOf(changes: readonly Change[]): UndoingAct[] {
  const added = changes.filter(({ before }) => !before).map(({ agent }) => agent.id);
  return [
    ...(added.length === 0 ? [] : [{ kind: "unassign" as const, agents: added }]),
    ...changes.flatMap(({ agent, before }) => (before ? [assigningAgain(agent.id, before)] : [])),
  ];
}

function assigningAgain(
  agent: string,
  { enabled, follows, label, version, priority }: Assignment,
): UndoingAct {
  return {
    kind: "assign",
    agents: [agent],
    enabled,
    follows,
    priority,
    ...(label === null ? {} : { label }),
    ...(version === null ? {} : { version }),
  };
}
