import type { Agent } from "@/lib/agents/schema";

/** A skill that may be asked for by name in a message. */
export type SuggestedSkill = { name: string; description: string };

/** The word under the caret that asks for a skill: `/rel` or `@rel` after a space or at the beginning. */
export type SkillWord = { sign: "/" | "@"; query: string; start: number; end: number };

export function skillWordAt(text: string, caret: number): SkillWord | null {
  const found = /(?:^|\s)([/@])([a-z0-9-]*)$/i.exec(text.slice(0, caret));
  if (!found) return null;
  const [, sign, query] = found;
  if ((sign !== "/" && sign !== "@") || query === undefined) return null;
  const rest = /^[a-z0-9-]*/i.exec(text.slice(caret))?.[0] ?? "";
  return { sign, query, start: caret - query.length - 1, end: caret + rest.length };
}

/** Names that begin with the word first, then names that contain it, each by name. */
export function suggestSkills(skills: readonly SuggestedSkill[], query: string): SuggestedSkill[] {
  const wanted = query.toLowerCase();
  const rank = ({ name }: SuggestedSkill) => (name.toLowerCase().startsWith(wanted) ? 0 : 1);
  return skills
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .sort((left, right) => rank(left) - rank(right) || (left.name < right.name ? -1 : 1));
}

/** The message with the word replaced by the skill's name, and where the caret goes. */
export function insertSkill(text: string, word: SkillWord, name: string): { text: string; caret: number } {
  const inserted = `${word.sign}${name} `;
  const rest = text.slice(word.end).replace(/^ /, "");
  return { text: `${text.slice(0, word.start)}${inserted}${rest}`, caret: word.start + inserted.length };
}

/** What a person can ask for in a conversation: skills that stand for something and are not the model's alone. */
export function suggestedSkillsOf(
  agent: Pick<Agent, "assignments"> | undefined,
  overlay: readonly { name: string }[],
): SuggestedSkill[] {
  const standing = (agent?.assignments ?? []).filter(
    ({ enabled, archived, resolved }) => enabled && !archived && resolved.kind !== "none",
  );
  const assigned = standing
    .filter(({ resolved }) => resolved.kind !== "none" && resolved.userInvocable)
    .map(({ skill, description }) => ({ name: skill, description }));
  const names = new Set(standing.map(({ skill }) => skill));
  const added = overlay.filter(({ name }) => !names.has(name));
  return [...assigned, ...added.map(({ name }) => ({ name, description: "For this conversation" }))];
}
