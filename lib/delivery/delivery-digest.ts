import { sha256 } from "@/lib/platform/crypto";
import { packageArchiveDigest, setDigest } from "@/lib/skills/delivered-set";
import type { DeliveredSkill } from "./delivered";

type Named = Pick<DeliveredSkill, "name" | "files"> & { version: { number: number; digest: string } };

/** One digest over a whole delivery: the same content is the same digest on every server. */
export const deliveryDigest = (skills: readonly Named[]): string =>
  setDigest(
    skills.map(({ name, version, files }) => ({ name, ...version, files })),
    sha256,
  );

/** Names the archive of a skill. */
export const archiveDigest = ({
  version,
  files,
}: Pick<Named, "files"> & { version: { digest: string } }): string =>
  packageArchiveDigest({ digest: version.digest, files }, sha256);
