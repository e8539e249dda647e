import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { findPeople } from "@/lib/people/find-people";
import { withdrawnWords } from "./withdrawn-words";

type Found = { name: string; number: number; withdrawal: { reason: string; withdrawnById: string } | null };
type Told = { skill: string; version: number; reason: string };

/** A withdrawn version leaves the house no more: UNPROCESSABLE with the reason of each, and what to do instead. */
export async function requireNotWithdrawn(
  context: WorkspaceContext,
  versions: readonly Found[],
  advice = "",
): Promise<void> {
  const told = await tellWithdrawn(context, versions);
  if (told.length === 0) return;
  const reasons = told.map(({ skill, reason }) => `${skill}: ${reason}`).join(" ");
  const message = advice === "" ? reasons : `${reasons}${/[.!?]$/.test(reasons) ? "" : "."} ${advice}`;
  throw new AppError("UNPROCESSABLE", message, { details: { withdrawn: told } });
}

/** Those that agents do not get, each with who withdrew it and why. */
export async function tellWithdrawn(context: WorkspaceContext, versions: readonly Found[]): Promise<Told[]> {
  const withdrawn = versions.flatMap(({ name, number, withdrawal }) =>
    withdrawal ? [{ name, number, ...withdrawal }] : [],
  );
  if (withdrawn.length === 0) return [];
  const personOf = await findPeople(
    context,
    withdrawn.map(({ withdrawnById }) => withdrawnById),
  );
  return withdrawn.map(({ name, number, reason, withdrawnById }) => ({
    skill: name,
    version: number,
    reason: withdrawnWords({ number, by: personOf(withdrawnById).name, reason }),
  }));
}
