import { type AgentField, fieldWords, followingWords } from "./describe-change";
import type { AgentRevisionDiff, AgentSnapshot } from "./revision-schema";
import { sayAgentScripts } from "./script-options";

type Diff = Pick<AgentRevisionDiff, "settings" | "skills">;

/** What differs between two states of an agent, as texts that can be shown beside each other. */
export function diffSnapshots(
  before: AgentSnapshot,
  after: AgentSnapshot,
  modelName: (id: string) => string,
): Diff {
  return { settings: diffSettings(before, after, modelName), skills: diffSkills(before, after) };
}

function diffSettings(
  before: AgentSnapshot,
  after: AgentSnapshot,
  modelName: (id: string) => string,
): Diff["settings"] {
  const fields: Record<string, string> = { name: "name", ...fieldWords };
  return Object.entries(fields).flatMap(([key, field]) => {
    const [old, now] = [before, after].map((snapshot) =>
      sayValue(key as AgentField | "name", snapshot, modelName),
    );
    return old === undefined || now === undefined || old === now ? [] : [{ field, before: old, after: now }];
  });
}

function sayValue(
  key: AgentField | "name",
  snapshot: AgentSnapshot,
  modelName: (id: string) => string,
): string {
  switch (key) {
    case "model":
      return modelName(snapshot.model);
    case "routerModel":
      return snapshot.routerModel === null ? "the agent’s own" : modelName(snapshot.routerModel);
    case "allowRequestPrompt":
      return snapshot.allowRequestPrompt ? "allowed" : "not allowed";
    case "autoDiscover":
      return snapshot.autoDiscover ? "on" : "off";
    case "capabilities":
    case "skillTypes":
      return snapshot[key]?.join("\n") ?? "not said";
    case "environment":
      return sayEnvironment(snapshot.environment);
    case "scripts":
      return sayAgentScripts(snapshot.scripts);
    case "suggestedMessages":
    case "allowedSkills":
    case "deniedSkills":
      return snapshot[key].join("\n");
    case "tools":
    case "toolStubs":
      return snapshot[key].map((tool) => JSON.stringify(tool, null, 2)).join("\n");
    default:
      return snapshot[key];
  }
}

const sayEnvironment = ({ os, bins, env }: AgentSnapshot["environment"]): string =>
  [
    `system: ${os ?? "not said"}`,
    `programs: ${bins?.join(", ") ?? "not said"}`,
    `variables: ${env?.join(", ") ?? "not said"}`,
  ].join("\n");

function diffSkills(before: AgentSnapshot, after: AgentSnapshot): Diff["skills"] {
  const old = new Map(before.assignments.map((item) => [item.skillId, item]));
  const kept = new Set(after.assignments.map(({ skillId }) => skillId));
  const removed = before.assignments.filter(({ skillId }) => !kept.has(skillId));
  return [
    ...after.assignments.flatMap((item) => {
      const was = old.get(item.skillId);
      const words = { before: was ? sayAssignment(was) : null, after: sayAssignment(item) };
      return words.before === words.after ? [] : [{ skill: item.skill, ...words }];
    }),
    ...removed.map((item) => ({ skill: item.skill, before: sayAssignment(item), after: null })),
  ];
}

const sayAssignment = (item: AgentSnapshot["assignments"][number]): string =>
  `${item.priority}. ${followingWords(item)}, ${item.enabled ? "on" : "off"}`;
