import { z } from "zod";
import {
  type LimitValues,
  limitBounds,
  type SettableLimit,
  settableLimits,
} from "@/lib/runtime/limit-bounds";

const within = (limit: SettableLimit) => {
  const { least, most } = limitBounds[limit];
  return z.number().int().min(least).max(most);
};
const asked = (limit: SettableLimit) => within(limit).nullable().optional();

/** What is absent stays as it is; null takes the usual one again. */
export const setLimitsSchema = z.strictObject({
  readBytes: asked("readBytes"),
  skillBytes: asked("skillBytes"),
  resourceDepth: asked("resourceDepth"),
  listedResources: asked("listedResources"),
  listedNames: asked("listedNames"),
  pageSkills: asked("pageSkills"),
  autoSkills: asked("autoSkills"),
} satisfies Record<SettableLimit, unknown>);
export type SetLimits = z.infer<typeof setLimitsSchema>;

const stored = z.record(z.string(), z.unknown());

/** As a row holds them: what a release does not know, or no longer allows, is as if it were not said. */
export function parseLimits(value: unknown): LimitValues {
  const { success, data } = stored.safeParse(value);
  if (!success) return {};
  const said = settableLimits.flatMap((limit): [SettableLimit, number][] => {
    const own = z.int().safeParse(data[limit]);
    return own.success ? [[limit, own.data]] : [];
  });
  return Object.fromEntries(said);
}

export const workspaceLimitSchema = z.object({
  name: z.enum(settableLimits),
  /** What the workspace says; null where it takes the usual one. */
  own: z.number().int().nullable(),
  /** What holds: never more than the operator allows. */
  inForce: z.number().int(),
  usual: z.number().int(),
  least: z.number().int(),
  /** By the operator, or by Greenroom where the operator says nothing. */
  most: z.number().int(),
});
export type WorkspaceLimit = z.infer<typeof workspaceLimitSchema>;

export const workspaceLimitsSchema = z.object({
  limits: z.array(workspaceLimitSchema),
  /** The configuration file that they are kept in and changed in; null: they are kept here. */
  declaredIn: z.string().nullable(),
});
export type WorkspaceLimits = z.infer<typeof workspaceLimitsSchema>;
