import "server-only";
import type { Context } from "@/lib/access/context";
import { readSight } from "@/lib/access/skill-sight";
import { concernsAgent, sayChoice } from "@/lib/agents/choose-skills";
import { type AgentSkill, listAgentSkills } from "@/lib/agents/list-agent-skills";
import { AppError } from "@/lib/kernel/app-error";
import { listPackageFiles } from "@/lib/library/read-packages";
import { getVersionByFollow, type SkillSource } from "@/lib/library/which-version/get-version-by-follow";
import { listVersionsByNumber } from "@/lib/library/which-version/list-versions-by-number";
import type { NothingFollowed } from "@/lib/library/which-version/resolve-follow";
import { sha256 } from "@/lib/platform/crypto";
import { inCatalogueOrder } from "@/lib/runtime/build-catalogue";
import type { OverlayEntry, UnavailableSkill } from "@/lib/runtime/events";
import type { FollowKind } from "@/lib/runtime/follow-kinds";
import { restrictionsOf, type SessionSkill } from "@/lib/runtime/session-setup";
import { packageDigest } from "@/lib/skills/digest";

/** Where the files of one offered skill lie; a draft's manifest is pinned, because the draft moves on. */
export type PinnedPackage =
  | { kind: "version"; versionId: string }
  | { kind: "draft"; files: readonly { path: string; size: number; sha256: string }[] };

export type RunSkills = {
  /** In catalogue order. */
  skills: SessionSkill[];
  unavailable: UnavailableSkill[];
  packages: ReadonlyMap<string, PinnedPackage>;
};

/**
 * What a run offers: what the agent is assigned or finds and its rule lets in, with the conversation's overlay over
 * them, each resolved to the bytes it stands for now. An overlay replaces a skill at its place or comes last; its skill
 * is offered even if it is off or the rule keeps it out. What the rule passes over in the library is not named.
 */
export async function resolveRunSkills(
  context: Context,
  agentId: string,
  overlay: readonly OverlayEntry[],
): Promise<RunSkills> {
  const assignments = (await listAgentSkills(context, agentId)).filter(concernsAgent);
  const laid = new Map(overlay.map((entry) => [entry.skillId, entry]));
  const packages = new Map<string, PinnedPackage>();
  const skills: SessionSkill[] = [];
  const unavailable: UnavailableSkill[] = [];
  const offer = async (source: SkillSource, from: "assignment" | "overlay", priority: number) => {
    const { skill, pinned } = await pin(context, source, from, priority);
    skills.push(skill);
    packages.set(source.skillId, pinned);
  };
  for (const assignment of assignments) {
    if (laid.has(assignment.skillId)) continue;
    const why = whyUnavailable(assignment);
    if (why) unavailable.push({ skillId: assignment.skillId, name: assignment.name, ...why });
    else if (assignment.resolved.kind !== "none")
      await offer(
        { skillId: assignment.skillId, name: assignment.name, ...assignment.resolved },
        "assignment",
        assignment.priority,
      );
  }
  const sources = await followOverlay(context, overlay);
  const isInSight = overlay.length === 0 ? () => true : await readSight(context);
  const last = Math.max(0, ...assignments.map(({ priority }) => priority));
  for (const [index, entry] of overlay.entries()) {
    const place = assignments.find(({ skillId }) => skillId === entry.skillId)?.priority ?? last + 1 + index;
    const { skillId, name, follows } = entry;
    const source = sources.get(entry);
    if (follows === "none" || !source) {
      unavailable.push({ skillId, name, reason: "left-out" });
      continue;
    }
    if (!isInSight(entry)) {
      const detail = "It is not open to you any more.";
      unavailable.push({ skillId, name, reason: "not-chosen", detail });
      continue;
    }
    if (source.ok) await offer(source.value, "overlay", place);
    else unavailable.push({ skillId, name, ...whyNothing(source.error, follows) });
  }
  const inOrder = inCatalogueOrder(
    skills.map((skill) => ({ skill, name: skill.ref.name, priority: skill.priority })),
  );
  return { skills: inOrder.map(({ skill }) => skill), unavailable, packages };
}

function whyUnavailable({ enabled, archived, resolved, follows, choice }: AgentSkill): Unavailable | null {
  if (!enabled) return { reason: "disabled" };
  if (!choice.in) return { reason: "not-chosen", detail: `It ${sayChoice(choice)}.` };
  if (archived) return { reason: "archived" };
  return resolved.kind === "none" ? whyNothing(resolved, follows) : null;
}

type Unavailable = Pick<UnavailableSkill, "reason" | "detail">;

function whyNothing({ reason, withdrawn, untold }: NothingFollowed, follows: FollowKind): Unavailable {
  if (withdrawn) return { reason: "withdrawn", detail: reason };
  if (untold) return { reason: "hidden-text", detail: reason };
  return { reason: follows === "label" ? "label-missing" : "not-published" };
}

type Laid = OverlayEntry & { follows: FollowKind };
const isLaid = (entry: OverlayEntry): entry is Laid => entry.follows !== "none";

/** What each of the overlay stands for; nothing for one that leaves its skill out. */
async function followOverlay(context: Context, overlay: readonly OverlayEntry[]) {
  const laid = overlay.filter(isLaid);
  const found = await listVersionsByNumber(context, laid);
  return new Map<OverlayEntry, (typeof found)[number]>(
    laid.flatMap((entry, at) => (found[at] ? [[entry, found[at]]] : [])),
  );
}

async function pin(
  context: Context,
  source: SkillSource,
  from: "assignment" | "overlay",
  priority: number,
): Promise<{ skill: SessionSkill; pinned: PinnedPackage }> {
  const { skillId, name } = source;
  if (source.kind === "version") {
    const ref = {
      skillId,
      name,
      version: source.number,
      draftRevision: null,
      digest: source.digest,
      source: from,
      ...restrictionsOf(source),
    };
    return {
      skill: { ref, description: source.description, whenToUse: source.whenToUse, priority },
      pinned: { kind: "version", versionId: source.versionId },
    };
  }
  const draft = await pinDraft(context, source);
  const ref = {
    skillId,
    name,
    version: null,
    draftRevision: draft.revision,
    digest: draft.digest,
    source: from,
    ...restrictionsOf(draft),
  };
  return {
    skill: { ref, description: draft.description, whenToUse: draft.whenToUse, priority },
    pinned: { kind: "draft", files: draft.files },
  };
}

const attempts = 5;

/** The draft with the manifest its digest stands for, also while somebody saves it. */
async function pinDraft(context: Context, first: Extract<SkillSource, { kind: "draft" }>) {
  let source = first;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const files = await listPackageFiles(context, { skillId: source.skillId });
    if (packageDigest(files, sha256) === source.digest) return { ...source, files };
    const again = await getVersionByFollow(context, { skillId: source.skillId, follows: "draft" });
    if (!again.ok || again.value.kind !== "draft") break;
    source = again.value;
  }
  throw new AppError("CONFLICT", `The draft of ${first.name} is being changed. Try again.`);
}
