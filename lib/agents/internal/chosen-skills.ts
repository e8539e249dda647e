import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { parseAccess, type SkillAccess } from "@/lib/access/skill-access";
import { readSight } from "@/lib/access/skill-sight";
import { loadNeeds } from "@/lib/library/load-needs";
import { toFollowed } from "@/lib/library/which-version/get-version-by-follow";
import type { FollowKind } from "@/lib/runtime/follow-kinds";
import { noNeeds, type SkillNeeds } from "@/lib/skills/skill-needs";
import { parseRule, type StoredRule } from "../choice-schema";
import { chooseSkills, looksAtNeeds, type SkillChoice } from "../choose-skills";
import type { Resolution } from "../schema";
import { assignedPackages } from "./assigned-packages";

/** A skill that an agent is assigned or may find, and what it stands for. */
export type AgentCandidate = {
  skillId: string;
  name: string;
  /** False: found by auto-discovery alone. */
  assigned: boolean;
  enabled: boolean;
  archived: boolean;
  /** 1 is the highest; what is not assigned comes after what is, by name. */
  priority: number;
  follows: FollowKind;
  label: string | null;
  version: number | null;
  /** What the version was published as; null where there is none. */
  folder: string | null;
  resolved: Resolution;
  needs: SkillNeeds;
  /** Whom it is open to. */
  access: SkillAccess;
};

/** An agent's rule, and what it is asked of. */
export type AgentCandidates = { agentId: string; rule: StoredRule; candidates: AgentCandidate[] };

type Options = {
  /** A skill that counts as published, though it may not be yet. */
  also?: string | null;
  /** What they need is read although nothing can come of it: for whoever shows what is not checked. */
  withNeeds?: boolean;
};

/** Reads no file unless the rule looks at what skills need; then SKILL.md once for each digest. */
export async function readCandidates(
  context: WorkspaceContext,
  agentId: string,
  { also = null, withNeeds = false }: Options = {},
): Promise<AgentCandidates> {
  const rows = await assignedPackages(context, agentId, also);
  const rule = parseRule(rows[0]?.choiceRule ?? {});
  const last = Math.max(0, ...rows.map(({ priority }) => priority ?? 0));
  const assignedCount = rows.filter(({ assigned }) => assigned).length;
  const found = rows.map((row, at) => {
    const { skillId, name, assigned, enabled, archived, follows, label, pinnedVersionId, folder } = row;
    const resolved: Resolution = toFollowed({ follows, label, versionId: pinnedVersionId }, row);
    const priority = row.priority ?? last + 1 + at - assignedCount;
    const version = follows === "version" ? row.number : null;
    return {
      skillId,
      name,
      assigned,
      enabled,
      archived,
      priority,
      follows,
      label,
      version,
      folder,
      resolved,
      access: parseAccess(row.access),
    };
  });
  const packages = found.flatMap(({ skillId, resolved }) =>
    resolved.kind === "none" ? [] : [{ skillId, ...resolved }],
  );
  const needs =
    withNeeds || looksAtNeeds(rule) ? await loadNeeds(context, packages) : new Map<string, SkillNeeds>();
  const needsOf = (resolved: Resolution) =>
    (resolved.kind === "none" ? undefined : needs.get(resolved.digest)) ?? noNeeds;
  return { agentId, rule, candidates: found.map((one) => ({ ...one, needs: needsOf(one.resolved) })) };
}

/** Each with what the agent's rule says of it: the one place where the rule of an agent meets its skills. */
export function withChoices<One extends AgentCandidate>(
  { agentId, rule }: Pick<AgentCandidates, "agentId" | "rule">,
  candidates: readonly One[],
): (One & { choice: SkillChoice })[] {
  const choices = chooseSkills(
    rule,
    candidates.map(({ name, folder, assigned, enabled, needs, access }) => ({
      names: folder === null ? [name] : [name, folder],
      assigned: assigned ? (enabled ? "on" : "off") : "no",
      needs,
      access,
    })),
    agentId,
  );
  return candidates.flatMap((one, at) => {
    const choice = choices[at];
    return choice ? [{ ...one, choice }] : [];
  });
}

export async function readChosen(context: WorkspaceContext, agentId: string, options: Options = {}) {
  const { candidates, ...asked } = await readCandidates(context, agentId, options);
  return withChoices(asked, candidates);
}

/** The same without what is not open to the asker, which is nothing of theirs to know. */
export async function readSeenChosen(context: Context, agentId: string, options: Options = {}) {
  const [chosen, isInSight] = await Promise.all([readChosen(context, agentId, options), readSight(context)]);
  return chosen.filter(isInSight);
}
