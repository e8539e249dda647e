import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { sha256 } from "@/lib/platform/crypto";
import type { PinnedPackage } from "@/lib/playground/resolve-run-skills";
import { packageDigest } from "@/lib/skills/digest";
import type { DialectOffer, FrozenOffer } from "../plans/frozen-offer";
import { listPinnedFiles } from "../suites/read-pinned-file";
import type { TriedArm } from "../suites/task-schema";

/** What a trial offers, and where the bytes lie. `digest`: of the skill's bytes, null in the arm without it. */
export type ArmOffer = {
  offer: DialectOffer;
  packages: Record<string, PinnedPackage>;
  digest: string | null;
};

type Asked = { dialect: string; arm: TriedArm; skillId: string; digest: string };

/** What was frozen for an arm in a dialect. UNPROCESSABLE for what this run does not know. */
export async function offerOfArm(
  context: WorkspaceContext,
  frozen: FrozenOffer,
  { dialect, arm: { arm, leftOut }, skillId, digest }: Asked,
): Promise<ArmOffer> {
  const find = (offers: readonly DialectOffer[] | undefined): DialectOffer => {
    const offer = offers?.find(({ started }) => started.dialect === dialect);
    if (!offer) throw new AppError("UNPROCESSABLE", `This run does not know the dialect ${dialect}.`);
    return offer;
  };
  const { packages, approved } = frozen;
  if (arm === "without") {
    const { [skillId]: _, ...others } = packages;
    return { offer: find(frozen.without), packages: others, digest: null };
  }
  const isThere = (path: string) =>
    path !== leftOut && !(frozen.withheld ?? []).some((folder) => path.startsWith(folder));
  if (arm !== "approved") {
    const whole = { offer: find(frozen.dialects), packages, digest };
    return onlyWith(context, whole, { skillId, isThere });
  }
  if (!approved) throw new AppError("UNPROCESSABLE", "This run does not know the published version.");
  const published = { ...packages, [skillId]: approved.pinned };
  const whole = { offer: find(approved.dialects), packages: published, digest: approved.digest };
  return onlyWith(context, whole, { skillId, isThere });
}

/** The same with some files of the skill alone, as if its package had no others. */
async function onlyWith(
  context: WorkspaceContext,
  whole: ArmOffer,
  { skillId, isThere }: { skillId: string; isThere: (path: string) => boolean },
): Promise<ArmOffer> {
  const pinned = whole.packages[skillId];
  if (!pinned) return whole;
  const files = await listPinnedFiles(context, pinned);
  const kept = files.filter(({ path }) => isThere(path));
  if (kept.length === files.length) return whole;
  const digest = packageDigest(kept, sha256);
  return {
    offer: withDigest(whole.offer, skillId, digest),
    packages: { ...whole.packages, [skillId]: { kind: "draft", files: kept } },
    digest,
  };
}

/** Other bytes have another digest: whatever is remembered of the whole skill is not of this one. */
function withDigest(
  { started, skills, ...rest }: DialectOffer,
  skillId: string,
  digest: string,
): DialectOffer {
  const changed = <Ref extends { skillId: string; digest: string }>(ref: Ref): Ref =>
    ref.skillId === skillId ? { ...ref, digest } : ref;
  return {
    ...rest,
    started: { ...started, offered: started.offered.map(changed) },
    skills: skills.map(({ ref, ...skill }) => ({ ...skill, ref: changed(ref) })),
  };
}
