import { z } from "zod";

/** What MCP clients find of an agent. */
export const mcpStateSchema = z.object({
  /** Where they connect. */
  url: z.string(),
  /** Whose tools they are offered: the agent's dialect, or the standard one where that has none. */
  dialect: z.string(),
  /** How many skills `skills/list` names. */
  listed: z.number().int(),
  /** How many skills are prompts, for people to call. */
  prompts: z.number().int(),
  /** Delivered skills that `skills/list` does not name. */
  unlisted: z.array(
    z.object({
      skillId: z.uuid(),
      skill: z.string(),
      /** In a sentence. */
      detail: z.string(),
    }),
  ),
});
export type McpState = z.infer<typeof mcpStateSchema>;
