import type { FollowKind } from "@/lib/runtime/follow-kinds";
import type { Invocation } from "@/lib/skills/invocation";
import { whyUntold } from "@/lib/skills/told-text";
import { withdrawnWords } from "../versions/withdrawn-words";

/** Which package of a skill is meant; `label` and `versionId` say which one where `follows` names them. */
export type Follow = {
  follows: FollowKind;
  label: string | null;
  versionId: string | null;
};

/** What a package is to an agent, without its files. Token counts are estimates. */
export type PackageFacts = Invocation & {
  digest: string;
  description: string;
  metadataTokens: number;
  instructionTokens: number;
  resourceTokens: number;
};

type DraftState = PackageFacts & { revision: number };
type VersionState = PackageFacts & {
  id: string;
  number: number;
  /** Whoever withdrew it, and why: agents do not get it. */
  withdrawal: { by: string; reason: string } | null;
};

/** What is known of a skill when somebody asks what is followed. Of its versions those that may be meant are enough. */
export type SkillState = {
  draft: DraftState | null;
  versions: readonly VersionState[];
  labels: readonly { name: string; versionId: string }[];
};

export type FollowedPackage = PackageFacts &
  ({ kind: "version"; versionId: string; number: number } | { kind: "draft"; revision: number });

/** Why there is nothing, in words. `withdrawn`: agents no longer get it. `untold`: they would read what nobody sees. */
export type NothingFollowed = { kind: "none"; reason: string; withdrawn?: true; untold?: true };

export type Followed = FollowedPackage | NothingFollowed;

/** What `latest` stands for: the newest version that was not withdrawn. `latest-version.ts` asks the database the same. */
export const latestOf = <Version extends { number: number; withdrawal: unknown }>(
  versions: readonly Version[],
): Version | undefined => newestOf(versions.filter(({ withdrawal }) => withdrawal === null));

const newestOf = <Version extends { number: number }>(versions: readonly Version[]): Version | undefined =>
  versions.reduce<Version | undefined>(
    (newest, version) => (newest && newest.number > version.number ? newest : version),
    undefined,
  );

/** Whether what is followed is another version once one is published, and gets these labels. */
export const followsNext = (
  { follows, label }: Pick<Follow, "follows" | "label">,
  labels: readonly string[],
): boolean => follows === "latest" || (follows === "label" && labels.includes(label ?? ""));

/**
 * The package that is followed now, or why there is none, for agents, runs and overlays. Of the candidates this decides;
 * the database brings those that may be meant, of `latest` the first in the order of `latest-version.ts`.
 */
export function resolveFollow({ follows, label, versionId }: Follow, skill: SkillState): Followed {
  switch (follows) {
    case "draft":
      return skill.draft
        ? unlessUntold({ kind: "draft", ...factsOf(skill.draft), revision: skill.draft.revision })
        : { kind: "none", reason: "There is no draft." };
    case "latest":
      // Where every version is withdrawn, the newest says why there is none.
      return resolved(
        latestOf(skill.versions) ?? newestOf(skill.versions),
        "Not published yet: there is no version to follow.",
      );
    case "label": {
      const target = skill.labels.find(({ name }) => name === label)?.versionId;
      const version = skill.versions.find(({ id }) => id === target);
      return resolved(version, noVersionWithLabel(label ?? ""));
    }
    case "version": {
      const version = skill.versions.find(({ id }) => id === versionId);
      return resolved(version, "The pinned version is no longer there.");
    }
  }
}

/** How every surface says that a label stands nowhere. */
export const noVersionWithLabel = (label: string): string => `No version has the label “${label}” yet.`;

function resolved(version: VersionState | undefined, reason: string): Followed {
  if (!version) return { kind: "none", reason };
  const { id: versionId, number, withdrawal } = version;
  if (withdrawal) return { kind: "none", reason: withdrawnWords({ number, ...withdrawal }), withdrawn: true };
  return unlessUntold({ kind: "version", versionId, number, ...factsOf(version) });
}

/** Nothing in place of a package that no agent may be told of. */
export function unlessUntold(found: FollowedPackage): Followed {
  const why = whyUntold(found);
  return why === null ? found : { kind: "none", reason: why, untold: true };
}

/** Only the fields that leave the server, whatever else the row carries. */
function factsOf(source: PackageFacts): PackageFacts {
  const { digest, description, metadataTokens, instructionTokens, resourceTokens } = source;
  const { modelInvocable, userInvocable, whenToUse } = source;
  const tokens = { metadataTokens, instructionTokens, resourceTokens };
  return { digest, description, ...tokens, modelInvocable, userInvocable, whenToUse };
}
