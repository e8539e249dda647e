import { z } from "zod";

/** `ask`: a person allows each execution. */
export const scriptModes = ["off", "ask"] as const;
export type ScriptMode = (typeof scriptModes)[number];

export const setScriptsSchema = z.strictObject({ mode: z.enum(scriptModes) });
export type SetScripts = z.input<typeof setScriptsSchema>;

export const scriptSettingsSchema = z.object({
  /** What the workspace says. */
  mode: z.enum(scriptModes),
  /** Whether the operator of this installation lets workspaces say so (`GREENROOM_SCRIPTS`). */
  allowedHere: z.boolean(),
  /** What holds: off unless both say otherwise. */
  inForce: z.enum(scriptModes),
  /** What scripts run in. */
  backend: z.object({ id: z.string(), about: z.string() }),
});
export type ScriptSettings = z.infer<typeof scriptSettingsSchema>;
