import type { Candidate, NewEvent, SkillRef, ToolCall } from "./events";
import { fuseByRank } from "./fuse-by-rank";
import { toScale } from "./judge-fit";
import { searchEntries } from "./search-skills";
import { type SearchEntry, toEntry } from "./search-terms";
import type { SessionSetup, SessionSkill } from "./session-setup";

export const refOf = ({
  ref: { skillId, name, version, draftRevision, digest },
}: SessionSkill): SkillRef => ({
  skillId,
  name,
  version,
  draftRevision,
  digest,
});

/** Which of these fit a query, best first: by their words and, where the workspace has an endpoint for it, by meaning. */
export async function findOffered(
  setup: SessionSetup,
  skills: readonly SessionSkill[],
  query: string,
): Promise<Candidate[]> {
  const [entries, likeness] = await Promise.all([
    readEntries(setup, skills),
    setup.source.readLikeness?.(query, skills.map(refOf)) ?? null,
  ]);
  return fuseByRank(searchEntries(query, entries), entries, likeness);
}

/** What these skills are found by: their stored words where there are some, else name and description. */
async function readEntries(
  { source }: SessionSetup,
  skills: readonly SessionSkill[],
): Promise<SearchEntry[]> {
  const stored = await source.readTerms?.(skills.map(refOf));
  return skills.map(({ ref: { skillId, name }, description }) => {
    const terms = stored?.get(skillId);
    return terms ? { skillId, name, terms } : toEntry({ skillId, name, description });
  });
}

/** A page of all skills, or of those that fit the query, best first. */
export async function listOffered(
  setup: SessionSetup,
  skills: readonly SessionSkill[],
  { query, cursor }: { query: string | null; cursor: number | null },
  call: ToolCall,
): Promise<NewEvent> {
  const { dialect, limits, countTokens } = setup;
  const found = query === null ? null : await findOffered(setup, skills, query);
  const all = found === null ? skills.map(toShown) : shownOf(skills, found);
  const entries = cursor === null ? all : all.slice(cursor, cursor + limits.pageSkills);
  const next = (cursor ?? 0) + entries.length;
  const nextCursor = next < all.length ? next : null;
  const result = dialect.skillList({ entries, total: all.length, nextCursor, query });
  if (query !== null && found !== null)
    return searched(setup, call, { query, found, chosen: entries.map(({ name }) => name) }, result);
  return {
    type: "tool-called",
    payload: {
      skill: null,
      answeredBy: "runtime",
      askedBy: "model",
      call,
      result,
      tokens: countTokens(result),
    },
  };
}

/** The best few that fit the query. */
export async function searchOffered(
  setup: SessionSetup,
  skills: readonly SessionSkill[],
  { query, limit }: { query: string; limit: number },
  call: ToolCall,
): Promise<NewEvent> {
  const found = await findOffered(setup, skills, query);
  const best = found.slice(0, limit);
  const entries = shownOf(skills, best);
  const result = setup.dialect.skillList({ entries, total: found.length, nextCursor: null, query });
  return searched(setup, call, { query, found, chosen: best.map(({ name }) => name) }, result);
}

const toShown = ({ ref: { name }, description }: SessionSkill) => ({ name, description });

function shownOf(skills: readonly SessionSkill[], candidates: readonly Candidate[]) {
  const byId = new Map(skills.map((skill) => [skill.ref.skillId, skill]));
  return candidates.flatMap(({ skillId, score }) => {
    const skill = byId.get(skillId);
    return skill ? [{ ...toShown(skill), score: toScale(score) }] : [];
  });
}

function searched(
  { limits, countTokens }: SessionSetup,
  call: ToolCall,
  { query, found, chosen }: { query: string; found: readonly Candidate[]; chosen: string[] },
  result: string,
): NewEvent {
  const candidates = found.slice(0, limits.listedNames);
  const tokens = countTokens(result);
  return {
    type: "skills-searched",
    payload: { query, candidates, chosen, askedBy: "model", call, result, tokens },
  };
}
