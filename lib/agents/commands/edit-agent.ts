import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { requireUndeclared } from "@/lib/kernel/require-undeclared";
import { skillSlug } from "@/lib/skills/skill-slug";
import { ruleOf, takeRule } from "../choice-schema";
import { describeChange } from "../describe-change";
import { readAgent } from "../internal/agent-rows";
import { hasNewValue, readTools, shownTools, storeTools, toJson } from "../internal/agent-tools";
import { requireModels } from "../internal/require-models";
import { requirePresentation } from "../internal/require-presentation";
import { type Agent, type EditAgent, editAgentSchema } from "../schema";
import { claimRevision, recordRevision, snapshotOf } from "../writes/record-revision";
import { nameTaken } from "./create-agent";

/** What no file says, as keys may stand in it. */
const ofPeople = new Set(["tools", "toolStubs"]);

/**
 * Changes some of an agent's settings; a new name moves it to a new address. CONFLICT when somebody changed the
 * agent since `baseRevision`, or when the address is taken; UNPROCESSABLE for a mode that its dialect does not
 * present. Settings that stay the same make no revision.
 */
export async function editAgent(context: Context, input: { agent: string } & EditAgent): Promise<Agent> {
  requirePermission(context, "agents.edit");
  const { baseRevision, ...changes } = editAgentSchema.parse(input);
  const fields = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const [rule, settings] = takeRule(fields);
  const slug = changes.name === undefined ? input.agent : skillSlug(changes.name);
  try {
    return await inPermittedTransaction(context, "agents.edit", async (context) => {
      const before = await readAgent(context, input.agent);
      if (Object.keys(fields).some((field) => !ofPeople.has(field))) requireUndeclared(before);
      if (changes.dialect !== undefined || changes.mode !== undefined)
        requirePresentation({
          dialect: changes.dialect ?? before.dialect,
          mode: changes.mode ?? before.mode,
        });
      await requireModels(context, changes);
      const stored = changes.tools && storeTools(changes.tools, await readTools(context, before.id));
      const after = { ...snapshotOf(before), ...fields, ...(stored ? { tools: shownTools(stored) } : {}) };
      const summary =
        describeChange(snapshotOf(before), after) ||
        (stored && hasNewValue(changes.tools) ? "Changed the other tools" : "");
      if (summary === "" && before.revision === baseRevision) return before;
      await claimRevision(context, before, baseRevision);
      await context.db.agent.update({
        where: { id: before.id, workspaceId: context.workspace.id },
        data: {
          ...settings,
          ...(stored ? { tools: toJson(stored) } : {}),
          choiceRule: ruleOf({ ...ruleOf(before), ...rule }),
          slug,
        },
      });
      const agent = await readAgent(context, slug);
      await recordRevision(context, { agent, action: "agent.edited", summary });
      return { ...agent, updatedBy: { id: context.actor.userId, name: context.actor.name } };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw nameTaken(changes.name ?? input.agent, slug, error);
    throw error;
  }
}
