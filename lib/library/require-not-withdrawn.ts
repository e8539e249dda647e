import "server-only";
import { AppError } from "@/lib/kernel/app-error";
import { findPeople } from "./find-people";
import type { Scope } from "./scope";
import { withdrawnWords } from "./withdrawn-words";

type Found = { name: string; number: number; withdrawal: { reason: string; withdrawnById: string } | null };

/** A withdrawn version leaves the house no more: UNPROCESSABLE with the reason of each. */
export async function requireNotWithdrawn(scope: Scope, versions: readonly Found[]): Promise<void> {
  const withdrawn = versions.flatMap(({ name, number, withdrawal }) =>
    withdrawal ? [{ name, number, ...withdrawal }] : [],
  );
  if (withdrawn.length === 0) return;
  const personOf = await findPeople(
    scope,
    withdrawn.map(({ withdrawnById }) => withdrawnById),
  );
  const told = withdrawn.map(({ name, number, reason, withdrawnById }) => ({
    skill: name,
    version: number,
    reason: withdrawnWords({ number, by: personOf(withdrawnById).name, reason }),
  }));
  throw new AppError("UNPROCESSABLE", told.map(({ skill, reason }) => `${skill}: ${reason}`).join(" "), {
    details: { withdrawn: told },
  });
}
