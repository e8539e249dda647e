import { z } from "zod";
import { skillRefSchema, toolCallSchema } from "./event-parts";
import { decidedScriptSchema } from "./script-rule-schema";

/** How a script ended; `busy`: too many waited, nothing was started. `crashed`: by something else than a limit. */
export const scriptEnds = ["exited", "stopped", "time", "cpu", "memory", "crashed", "busy"] as const;
export type ScriptEnd = (typeof scriptEnds)[number];

/** What somebody is asked to allow. */
export const offeredScriptSchema = z.object({
  command: z.string(),
  stdin: z.string().nullable(),
  /** Whose files it would find. */
  skills: z.array(skillRefSchema),
  files: z.number().int(),
  backend: z.object({ id: z.string(), about: z.string() }),
  /** Names of variables that it is given besides the usual ones. */
  environment: z.array(z.string()).optional(),
  /** Why a person is asked. */
  why: z.string().optional(),
});
export type OfferedScript = z.infer<typeof offeredScriptSchema>;

const person = z.object({ id: z.string(), name: z.string() });

/** A person or a list allowed it, and it goes on; script-ran follows unless the run is ended. */
export const scriptStarted = z.object({
  call: toolCallSchema,
  skill: skillRefSchema.nullable(),
  script: offeredScriptSchema,
  /** Null where it is on the list. */
  allowedBy: person.nullable(),
  /** What was decided of it and why, before anybody was asked. */
  decided: decidedScriptSchema.optional(),
});

/** What a script wrote and which commands it began since the last of these, in order; script-ran has all of it. */
export const scriptOutput = z.object({
  callId: z.string(),
  pieces: z.array(z.object({ stream: z.enum(["stdout", "stderr", "command"]), text: z.string() })),
});

/** `bytes` is what was written before the cut. */
const output = z.object({ text: z.string(), bytes: z.number().int() });

/** What it came to. The model's answer is the tool-called behind it. */
export const scriptRan = scriptStarted.extend({
  end: z.enum(scriptEnds),
  /** Who stopped this script alone; its run went on. */
  stoppedBy: person.nullish(),
  exitCode: z.number().int().nullable(),
  stdout: output,
  stderr: output,
  made: z.array(
    z.object({
      path: z.string(),
      bytes: z.number().int(),
      mediaType: z.string(),
      /** Null where there was no more room for it. */
      base64: z.base64().nullable(),
    }),
  ),
  madeOmitted: z.number().int(),
  observed: z.object({
    commands: z.array(z.string()),
    commandsOmitted: z.number().int(),
    filesRead: z.array(z.string()),
    filesWritten: z.array(z.string()),
    hosts: z.array(z.string()),
    missing: z.object({ commands: z.array(z.string()), modules: z.array(z.string()) }),
  }),
  limits: z.object({
    wallMs: z.number(),
    memoryMiB: z.number(),
    outputBytes: z.number(),
    madeBytes: z.number(),
  }),
  /** In line for a place, until the shell stood, and at work. */
  waitedMs: z.number().int(),
  startedMs: z.number().int(),
  ranMs: z.number().int(),
});
