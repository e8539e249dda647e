import "server-only";
import type { Context } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { removeLabel } from "@/lib/library/commands/remove-label";
import { setLabel } from "@/lib/library/commands/set-label";
import { listLabels } from "@/lib/library/labels/list-labels";
import type { Act } from "../schema";
import { type ActOutcome, done, unchanged } from "./act-outcome";
import type { Target } from "./find-target";

type ActOf<Kind extends Act["kind"]> = Extract<Act, { kind: Kind }>;

/** Nobody has seen where each label is: unless the act says it, it moves from where it is now. */
export async function moveLabel(
  context: Context,
  { name: skill }: Target,
  act: ActOf<"label">,
): Promise<ActOutcome> {
  const { label, bypassReason } = act;
  const { items, latest } = await listLabels(context, { skill });
  const before = items.find(({ name }) => name === label)?.version ?? null;
  const version = act.version === "latest" ? latest : act.version;
  if (version === null)
    throw new AppError("NOT_FOUND", `${skill} has no version that agents get. Publish it first.`);
  const expectedVersion = act.expectedVersion === undefined ? before : act.expectedVersion;
  await setLabel(context, { skill, label, version, expectedVersion, bypassReason });
  if (before === version) return unchanged(`${label} is at version ${version} already`);
  return before === null
    ? done(`Sets ${label} to version ${version}`, [{ kind: "unlabel", label, expectedVersion: version }])
    : done(`Moves ${label} from version ${before} to version ${version}`, [
        { kind: "label", label, version: before, expectedVersion: version },
      ]);
}

export async function takeLabel(
  context: Context,
  { name: skill }: Target,
  { label, expectedVersion }: ActOf<"unlabel">,
): Promise<ActOutcome> {
  const { items } = await listLabels(context, { skill });
  const before = items.find(({ name }) => name === label)?.version;
  if (before === undefined) return unchanged(`No version has the label ${label}`);
  await removeLabel(context, { skill, label, expectedVersion: expectedVersion ?? before });
  return done(`Removes ${label} from version ${before}`, [
    { kind: "label", label, version: before, expectedVersion: null },
  ]);
}
