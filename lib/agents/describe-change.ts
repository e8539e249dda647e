import type { AgentSnapshot } from "./revision-schema";

/** What decides how an agent is run, as history calls it. */
export const fieldWords = {
  description: "description",
  instructions: "instructions",
  suggestedMessages: "suggested messages",
  model: "model",
  routerModel: "router model",
  tools: "other tools",
  toolStubs: "saved tool results",
  mode: "catalogue mode",
  dialect: "dialect",
  allowRequestPrompt: "per-request prompts",
  capabilities: "capabilities",
  skillTypes: "types of skills",
  autoDiscover: "auto-discovery",
  allowedSkills: "allowed skills",
  deniedSkills: "denied skills",
  environment: "environment",
  scripts: "rule for scripts",
} as const satisfies Partial<Record<keyof AgentSnapshot, string>>;

export type AgentField = keyof typeof fieldWords;

type Item = AgentSnapshot["assignments"][number];

/** One change of an agent in a sentence, for its history; empty when nothing changed. */
export function describeChange(before: AgentSnapshot, after: AgentSnapshot): string {
  const parts = [
    ...describeFields(before, after),
    ...describeAssignments(before.assignments, after.assignments),
  ];
  const sentence = parts.join("; ");
  // A sentence may begin with the name of a skill, which is written as it is.
  const names = new Set([...before.assignments, ...after.assignments].map(({ skill }) => skill));
  if (sentence === "" || names.has(sentence.split(" ")[0] ?? "")) return sentence;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
}

function describeFields(before: AgentSnapshot, after: AgentSnapshot): string[] {
  const parts = before.name === after.name ? [] : [`renamed from ${before.name} to ${after.name}`];
  const changed = Object.entries(fieldWords)
    .filter(([key]) => !sameValue(before, after, key as AgentField))
    .map(([, word]) => word);
  if (changed.length > 0) parts.push(`changed the ${changed.join(", ")}`);
  return parts;
}

function sameValue(before: AgentSnapshot, after: AgentSnapshot, key: AgentField): boolean {
  return JSON.stringify(before[key]) === JSON.stringify(after[key]);
}

function describeAssignments(before: readonly Item[], after: readonly Item[]): string[] {
  const old = new Map(before.map((item) => [item.skillId, item]));
  const kept = new Set(after.map((item) => item.skillId));
  const parts: string[] = [];
  const removed = before.filter((item) => !kept.has(item.skillId)).map((item) => item.skill);
  const added = after.filter((item) => !old.has(item.skillId)).map((item) => item.skill);
  if (added.length > 0) parts.push(`assigned ${listNames(added)}`);
  if (removed.length > 0) parts.push(`removed ${listNames(removed)}`);
  for (const item of after) {
    const was = old.get(item.skillId);
    if (!was) continue;
    if (was.enabled !== item.enabled) parts.push(`turned ${item.skill} ${item.enabled ? "on" : "off"}`);
    if (followingWords(was) !== followingWords(item))
      parts.push(`${item.skill} follows ${followingWords(item)} instead of ${followingWords(was)}`);
  }
  return [...parts, ...describeOrder(before, after)];
}

const mostNames = 5;

/** All of a few; of many the first ones and how many more. What exactly changed stands in the revision itself. */
function listNames(names: readonly string[]): string {
  if (names.length <= mostNames) return names.join(", ");
  return `${names.length} skills: ${names.slice(0, mostNames - 2).join(", ")} and ${names.length - mostNames + 2} more`;
}

/** Names the one skill that was moved when there is one; a move shifts others, which did not ask for it. */
function describeOrder(before: readonly Item[], after: readonly Item[]): string[] {
  const afterIds = after.map((item) => item.skillId);
  const common = before.map((item) => item.skillId).filter((id) => afterIds.includes(id));
  const now = afterIds.filter((id) => common.includes(id));
  if (common.every((id, at) => now[at] === id)) return [];
  const moved = after.find(({ skillId }) => {
    const without = (ids: string[]) => ids.filter((id) => id !== skillId).join();
    return without(common) === without(now);
  });
  if (!moved) return ["changed the order"];
  return [
    `moved ${moved.skill} from ${common.indexOf(moved.skillId) + 1} to ${now.indexOf(moved.skillId) + 1}`,
  ];
}

/** `latest`, `production`, `v3` or `the draft`. */
export function followingWords(item: Item): string {
  if (item.follows === "label") return item.label ?? "a label";
  if (item.follows === "version") return `v${item.version ?? "?"}`;
  return item.follows === "draft" ? "the draft" : "latest";
}
