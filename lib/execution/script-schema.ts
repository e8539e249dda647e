import { z } from "zod";
import { workspaceScriptModes } from "@/lib/runtime/decide-script";
import { allowanceListSchema, shownAllowanceFields } from "@/lib/runtime/script-rule-schema";

/** `ask`: a person allows each execution. `list`: what is on the list runs, for everything else a person is asked. */
export const scriptModes = workspaceScriptModes;
export type ScriptMode = (typeof scriptModes)[number];

export const setScriptsSchema = z.strictObject({
  mode: z.enum(scriptModes),
  /** The whole list; without it the one that is there stays. */
  allow: allowanceListSchema.optional(),
});
export type SetScripts = z.input<typeof setScriptsSchema>;

/** By ids and digests: a name can become another skill's. */
export const listedAllowanceSchema = z.object({
  ...shownAllowanceFields,
  skillId: z.uuid(),
  digest: z.string(),
});

export const scriptSettingsSchema = z.object({
  /** What the workspace says. */
  mode: z.enum(scriptModes),
  /** What runs without asking where the mode is `list`; without skills and versions that are gone. */
  allow: z.array(listedAllowanceSchema),
  /** Whether the operator of this installation lets workspaces say so (`GREENROOM_SCRIPTS`). */
  allowedHere: z.boolean(),
  /** What holds: off unless both say otherwise. */
  inForce: z.enum(scriptModes),
  /** What scripts run in. */
  backend: z.object({ id: z.string(), about: z.string() }),
});
export type ScriptSettings = z.infer<typeof scriptSettingsSchema>;
