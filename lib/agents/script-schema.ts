import { z } from "zod";
import { workspaceScriptModes } from "@/lib/runtime/decide-script";
import {
  decidedScriptSchema,
  shownAgentScriptsSchema,
  shownAllowanceFields,
} from "@/lib/runtime/script-rule-schema";

export const agentScriptFactsSchema = z.object({
  /** What holds in the workspace: off unless operator and workspace say otherwise. */
  inForce: z.enum(workspaceScriptModes),
  agent: shownAgentScriptsSchema,
  /** Of commands that find no skill's files. */
  withoutSkills: decidedScriptSchema,
  /** Of each skill that the agent gets now. */
  items: z.array(
    decidedScriptSchema.extend({
      skillId: z.uuid(),
      skill: z.string(),
      version: z.number().int().nullable(),
      draftRevision: z.number().int().nullable(),
      /** What of it runs unasked; null where nothing does. */
      listed: z.object(shownAllowanceFields).nullable(),
    }),
  ),
});
export type AgentScriptFacts = z.infer<typeof agentScriptFactsSchema>;
