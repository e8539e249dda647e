import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { permissionFor } from "../internal/act-on-skill";
import { type BatchReport, type UndoBatch, undoBatchSchema } from "../schema";
import { actOnSkills } from "./act-on-skills";

/** Takes back what a batch did, skill by skill, as its answer said. Errors and permissions as for a batch. */
export async function undoBatch(
  context: Context,
  input: UndoBatch & { signal?: AbortSignal },
): Promise<BatchReport> {
  requirePermission(context, "library.read");
  const { items, preview } = undoBatchSchema.parse(input);
  const kinds = new Set(items.flatMap(({ undo }) => undo.map(({ kind }) => kind)));
  for (const kind of kinds) requirePermission(context, permissionFor[kind]);
  const asked = items.map(({ skill, undo }) => ({ name: skill, acts: undo }));
  return actOnSkills(context, { asked, preview, signal: input.signal });
}
