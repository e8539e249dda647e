import { AppError } from "@/lib/kernel/app-error";
import type { VersionPlace } from "@/lib/library/writes/create-version";

/** Who publishes over versions that the draft did not start from must have seen the newest of them. */
export function requireNewestSeen(
  { newestVersion }: { newestVersion?: number | null | undefined },
  place: VersionPlace,
): void {
  const { base, newest } = place;
  const seen = newestVersion === undefined ? base : newestVersion;
  if (seen === newest) return;
  const from = base === null ? "without any version" : `from version ${base}`;
  throw new AppError(
    "CONFLICT",
    `The draft started ${from}, and version ${newest} is the newest now. Compare the two, then publish over it.`,
    { details: { reason: "base-moved", baseVersion: base, newestVersion: newest } },
  );
}
