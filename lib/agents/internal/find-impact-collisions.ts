import "server-only";
import type { Context } from "@/lib/access/context";
import { readLikenessTo } from "@/lib/library/likeness/read-likeness";
import { findAlikeMeanings, findCollisions } from "@/lib/runtime/find-collisions";
import type { AgentImpact } from "../impact-schema";
import type { AgentSkill } from "../list-agent-skills";

type Collisions = AgentImpact["collisions"];
type Drafted = { skillId: string; draft: { description: string; digest: string } };

/**
 * Skills of an agent that claim the same work as a draft: by words, as the search compares descriptions, and where the
 * workspace's endpoint has embedded them, by meaning.
 */
export async function findImpactCollisions(
  context: Context,
  own: AgentSkill,
  after: readonly AgentSkill[],
  { skillId, draft }: Drafted,
): Promise<Collisions> {
  const siblings = after.flatMap(({ choice, archived, resolved, ...item }) =>
    choice.in && !archived && resolved.kind !== "none"
      ? [
          {
            skillId: item.skillId,
            name: item.name,
            description: resolved.description,
            digest: resolved.digest,
          },
        ]
      : [],
  );
  const skill = { skillId, name: own.name, description: draft.description };
  const published = own.resolved.kind === "none" ? null : own.resolved;
  const now = published ? findCollisions({ ...skill, description: published.description }, siblings) : [];
  const others = siblings.filter((sibling) => sibling.skillId !== skillId);
  const alike = findAlikeMeanings(await readLikenessTo(context, draft.digest, others));
  const alikeNow = published
    ? findAlikeMeanings(await readLikenessTo(context, published.digest, others))
    : [];
  const known = new Set([...now, ...alikeNow].map((collision) => collision.skillId));
  const likeness = new Map(alike.map((one) => [one.skillId, one.likeness]));
  const byWords = findCollisions(skill, siblings).map(({ skillId: id, name, share, words }) => ({
    skill: name,
    share,
    words,
    likeness: likeness.get(id) ?? null,
    before: known.has(id),
  }));
  const named = new Set(byWords.map((collision) => collision.skill));
  const byMeaning = others.flatMap(({ skillId: id, name }) => {
    const value = likeness.get(id);
    return value === undefined || named.has(name)
      ? []
      : [{ skill: name, share: 0, words: [], likeness: value, before: known.has(id) }];
  });
  return [...byWords, ...byMeaning];
}
