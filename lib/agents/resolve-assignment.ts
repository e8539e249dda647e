import { withdrawnWords } from "@/lib/library/withdrawn-words";
import type { Invocation } from "@/lib/skills/invocation";
import { whyUntold } from "@/lib/skills/told-text";
import type { FollowKind, Resolution } from "./schema";

/** What is known about a skill when somebody asks what an assignment of it stands for. */
export type SkillState = {
  draft: { revision: number; digest: string; description: string } & Facts;
  /** Newest first. */
  versions: readonly VersionState[];
  labels: readonly { name: string; versionId: string }[];
};
export type VersionState = {
  id: string;
  number: number;
  digest: string;
  description: string;
  /** Whoever withdrew it, and why: agents do not get it. */
  withdrawal: { by: string; reason: string } | null;
} & Facts;
type Facts = Invocation & { metadataTokens: number; instructionTokens: number; resourceTokens: number };

export type Following = { follows: FollowKind; label: string | null; versionId: string | null };

/** The package an assignment stands for now, or in words why there is none. */
export function resolveAssignment({ follows, label, versionId }: Following, skill: SkillState): Resolution {
  switch (follows) {
    case "draft":
      return unlessUntold({ kind: "draft", ...shown(skill.draft), revision: skill.draft.revision });
    case "latest":
      return resolved(
        skill.versions.find(({ withdrawal }) => withdrawal === null) ?? skill.versions[0],
        "Not published yet: there is no version to follow.",
      );
    case "label": {
      const target = skill.labels.find(({ name }) => name === label)?.versionId;
      const version = skill.versions.find(({ id }) => id === target);
      return resolved(version, `No version has the label “${label}” yet.`);
    }
    case "version": {
      const version = skill.versions.find(({ id }) => id === versionId);
      return resolved(version, "The pinned version is no longer there.");
    }
  }
}

function resolved(version: VersionState | undefined, reason: string): Resolution {
  if (!version) return { kind: "none", reason };
  if (version.withdrawal)
    return {
      kind: "none",
      reason: withdrawnWords({ number: version.number, ...version.withdrawal }),
      withdrawn: true,
    };
  return unlessUntold({
    kind: "version",
    versionId: version.id,
    number: version.number,
    ...shown(version),
  });
}

/** Nothing in place of a package that no agent may be told of. */
export function unlessUntold(found: Exclude<Resolution, { kind: "none" }>): Resolution {
  const why = whyUntold(found);
  return why === null ? found : { kind: "none", reason: why, untold: true };
}

/** Only the fields that leave the server, whatever else the row carries. */
function shown(source: SkillState["draft"] | VersionState) {
  const { digest, description, metadataTokens, instructionTokens, resourceTokens } = source;
  const { modelInvocable, userInvocable, whenToUse } = source;
  const tokens = { metadataTokens, instructionTokens, resourceTokens };
  return { digest, description, ...tokens, modelInvocable, userInvocable, whenToUse };
}
