import type { Followed, FollowedPackage } from "@/lib/library/which-version/resolve-follow";
import type { FollowKind } from "@/lib/runtime/follow-kinds";
import { foldName } from "@/lib/skills/fold-name";
import type { LeftOutReason } from "./agent-options";

/** A skill that somebody is to get, and what it stands for now. */
export type DeliveryCandidate = {
  skillId: string;
  /** What the skill is called now. */
  skill: string;
  archived: boolean;
  follows: FollowKind;
  label: string | null;
  /** What the version was published as, which its SKILL.md says; null where there is no version. */
  folder: string | null;
  resolved: Followed;
  /** Why the agent's rule keeps it out, to go on after its name; null where it lets it in, and where there is no agent. */
  keptOut?: string | null;
};

/** A version that goes out. */
export type Deliverable = {
  skillId: string;
  skill: string;
  /** The name of its folder: an old version of a renamed skill keeps the one that its SKILL.md says. */
  folder: string;
  follows: Exclude<FollowKind, "draft">;
  label: string | null;
  version: Extract<FollowedPackage, { kind: "version" }>;
};

/** A skill that does not go out. `why` goes on after its name, but for a host's refusal, which is a sentence of its own. */
export type LeftOut = { skillId: string; skill: string; reason: LeftOutReason; why: string };

export type DecidedDelivery = { skills: Deliverable[]; leftOut: LeftOut[] };

/** Of versions that would go, those that a host does not load: the reason, by the version's id. */
export type AskHost = (skills: readonly Deliverable[]) => Promise<ReadonlyMap<string, string>>;

const loadsAll: AskHost = async () => new Map();

type Deciding = {
  /** Whether the agent's host loads them; all are taken to be loaded where no host is meant. */
  askHost?: AskHost;
  /** False for versions that go out one after the other: no two of them can meet in one folder. */
  together?: boolean;
};

/**
 * What goes out of these, in their order, and what does not and why: exports, manifests and every address ask here, and
 * nothing else takes anything out. A draft never goes, and one skill that cannot go keeps none of the others back. Of two
 * that would unpack into one folder the first goes. What its host would not load is left out last: in its folder that
 * would be noise.
 */
export async function decideDeliverable(
  candidates: readonly DeliveryCandidate[],
  { askHost = loadsAll, together = true }: Deciding = {},
): Promise<DecidedDelivery> {
  const decided: DecidedDelivery = { skills: [], leftOut: [] };
  const folders = new Map<string, string>();
  for (const candidate of candidates) {
    const one = decideOne(candidate);
    if ("reason" in one) {
      decided.leftOut.push(one);
      continue;
    }
    const key = foldName(one.folder);
    const taken = together ? folders.get(key) : undefined;
    if (taken === undefined) {
      folders.set(key, one.skill);
      decided.skills.push(one);
      continue;
    }
    const { skillId, skill, folder } = one;
    const why = `would unpack into the folder ${folder}, which ${taken} has`;
    decided.leftOut.push({ skillId, skill, reason: "same-folder", why });
  }
  const refused = await askHost(decided.skills);
  const refusals = decided.skills.flatMap(({ skillId, skill, version }) => {
    const why = refused.get(version.versionId)?.replace(/\.$/, "");
    return why === undefined ? [] : [{ skillId, skill, reason: "host-refuses" as const, why }];
  });
  return {
    skills: decided.skills.filter(({ version }) => !refused.has(version.versionId)),
    leftOut: [...decided.leftOut, ...refusals],
  };
}

function decideOne({
  skillId,
  skill,
  archived,
  follows,
  label,
  folder,
  resolved,
  keptOut = null,
}: DeliveryCandidate): Deliverable | LeftOut {
  const leftOut = (reason: LeftOutReason, why: string): LeftOut => ({ skillId, skill, reason, why });
  if (keptOut !== null) return leftOut("not-chosen", keptOut);
  if (follows === "draft" || resolved.kind === "draft")
    return leftOut("draft", "follows its draft, which is never delivered");
  if (archived) return leftOut("archived", "is archived");
  if (resolved.kind === "none")
    return leftOut(reasonOf(resolved), `has nothing to deliver (${resolved.reason})`);
  return { skillId, skill, folder: folder ?? skill, follows, label, version: resolved };
}

function reasonOf({ withdrawn, untold }: Extract<Followed, { kind: "none" }>): LeftOutReason {
  if (withdrawn) return "withdrawn";
  return untold ? "hidden-text" : "no-version";
}

/** "notes is archived", "notes: Orion does not load it (SKILL.md, line 4) ..." */
export const sayLeftOut = ({ skill, reason, why }: LeftOut): string =>
  reason === "host-refuses" ? `${skill}: ${why}` : `${skill} ${why}`;
