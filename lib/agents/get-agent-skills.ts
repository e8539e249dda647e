import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import type { AgentSkills } from "./choice-schema";
import { sayChoice, sayUnchecked } from "./choose-skills";
import { readAgentRow } from "./internal/agent-rows";
import { readSeenChosen } from "./internal/chosen-skills";

/**
 * Every skill that an agent is assigned or may find, in or out and why: from the very function that runs, deliveries and
 * catalogues ask. Reads SKILL.md once for each digest, so that it can say what is not checked. NOT_FOUND for an agent of
 * elsewhere.
 */
export async function getAgentSkills(context: Context, input: { agent: string }): Promise<AgentSkills> {
  requirePermission(context, "agents.read");
  const { id } = await readAgentRow(context, input.agent);
  const skills = await readSeenChosen(context, id, { withNeeds: true });
  return {
    items: skills.map(({ skillId, name, assigned, archived, resolved, choice }) => ({
      skillId,
      skill: name,
      assigned,
      version: resolved.kind === "version" ? resolved.number : null,
      draftRevision: resolved.kind === "draft" ? resolved.revision : null,
      description: resolved.kind === "none" ? "" : resolved.description,
      choice: {
        in: choice.in,
        reason: choice.reason,
        items: [...choice.items],
        total: choice.total,
        unchecked: choice.unchecked.map(({ need, items }) => ({ need, items: [...items] })),
        why: sayChoice(choice),
        leftOpen: sayUnchecked(choice.unchecked),
      },
      nothing: archived ? "Archived." : resolved.kind === "none" ? resolved.reason : null,
    })),
  };
}
