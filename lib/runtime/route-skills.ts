import type { Candidate } from "./events";
import { findMentions } from "./find-mentions";
import { toScale } from "./judge-fit";
import { findOffered } from "./search-offered";
import { isForModel, isForPeople, type SessionSetup, type SessionSkill } from "./session-setup";

/** A router reads at most this many descriptions; of more, those that the search finds come first. */
const mostRouted = 40;
/** Of a router's words; what a model writes has no length of its own. */
const longestReasoning = 4_000;
const longestName = 100;

/**
 * Asks the router which of the skills this turn's message needs, and records what it said. What the person names
 * in the message is offered as well: they have asked for it. Throws what the router throws.
 */
export async function routeSkills(setup: SessionSetup): Promise<SessionSkill[]> {
  const { log, limits, routeSkills: ask } = setup;
  const skills = setup.skills.filter(isForModel);
  if (skills.length === 0) return [];
  if (!ask) throw new Error("Router mode needs a router.");
  const query = messageOf(setup);
  const candidates = await findOffered(setup, skills, query);
  const shortlist = shortlistOf(skills, candidates);
  const points = new Map(candidates.map(({ skillId, score }) => [skillId, score]));
  const entries = shortlist.map(({ ref: { skillId, name }, description }) => ({
    name,
    description,
    score: toScale(points.get(skillId) ?? 0),
  }));
  const { selectedSkillNames, reasoning, usage } = await ask(query, entries);
  const known = new Set(skills.map(({ ref }) => ref.name));
  const selected = new Set(selectedSkillNames.filter((name) => known.has(name)));
  const forPeople = new Set(skills.filter(isForPeople).map(({ ref }) => ref.name));
  for (const mention of findMentions(query, forPeople)) if (mention.known) selected.add(mention.name);
  const offered = skills.filter(({ ref }) => selected.has(ref.name));
  const dropped = [...new Set(selectedSkillNames.filter((name) => !known.has(name)))];
  await log.append({
    type: "skills-routed",
    payload: {
      query,
      reasoning: reasoning.slice(0, longestReasoning),
      candidates: candidates.slice(0, limits.listedNames),
      chosen: offered.map(({ ref }) => ref.name),
      dropped: dropped.slice(0, limits.listedNames).map((name) => name.slice(0, longestName)),
      ...(usage ? { usage } : {}),
    },
  });
  return offered;
}

/** In catalogue order, whoever is left over filled up by priority. */
function shortlistOf(skills: readonly SessionSkill[], candidates: readonly Candidate[]): SessionSkill[] {
  if (skills.length <= mostRouted) return [...skills];
  const best = [...candidates.map(({ skillId }) => skillId), ...skills.map(({ ref }) => ref.skillId)];
  const kept = new Set([...new Set(best)].slice(0, mostRouted));
  return skills.filter(({ ref }) => kept.has(ref.skillId));
}

function messageOf({ log }: SessionSetup): string {
  const run = log.events().findLast((event) => event.type === "run-started");
  return run?.type === "run-started" ? run.payload.message : "";
}

/** Of a run that goes on what its router chose when it began; all of them where none has chosen. */
export function routedBefore(
  { log }: Pick<SessionSetup, "log">,
  skills: readonly SessionSkill[],
): readonly SessionSkill[] {
  const events = log.events();
  const routed = events.findLast(({ type }) => type === "skills-routed");
  if (routed?.type !== "skills-routed" || routed.runId !== events.at(-1)?.runId) return skills;
  return skills.filter(({ ref }) => routed.payload.chosen.includes(ref.name));
}
