import { z } from "zod";
import { skillRefSchema, toolCallSchema, toolDefinitionSchema } from "./event-parts";
import { answer } from "./event-payloads";
import { offeredScriptSchema } from "./script-payloads";

/** A tool's answer from somewhere else than a skill's text or one file. */
export const toolCalled = z.object({
  ...answer,
  /** The skill that brings the tool or whose script it is; null for the runtime's and the agent's own. */
  skill: skillRefSchema.nullable(),
  /** `server`: one that the agent reaches over MCP; `host`: a live one; `script`: what script-ran tells of. */
  answeredBy: z.enum(["runtime", "stub", "person", "server", "host", "script"]),
  /** Files that commands showed together. */
  reads: z.array(z.object({ skill: skillRefSchema, path: z.string() })).optional(),
  isError: z.literal(true).optional(),
  /** Of a saved result with cases: which one fitted, 1 the first; null for the result of all other inputs. */
  savedCase: z.object({ number: z.number().int().nullable(), when: z.string() }).optional(),
});

/** The run waits for a person to type what this call would have answered; tool-called or request-refused follows. */
export const resultAwaited = z.object({
  call: toolCallSchema,
  skill: skillRefSchema.nullable(),
  /** The name a stub for it is saved under. */
  tool: z.string(),
  definition: toolDefinitionSchema,
  /** What runs if somebody allows it instead of typing. */
  script: offeredScriptSchema.optional(),
  /** Why nothing runs for it, where something could. */
  nothingRuns: z.string().optional(),
});
