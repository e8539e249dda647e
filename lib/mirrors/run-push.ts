import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { Recorded } from "@/lib/delivery/commands/record-commits";
import type { Reached } from "@/lib/delivery/git/continue-history";
import { type OpenRepository, openRepository } from "@/lib/delivery/git/open-repository";
import { collectObjects } from "@/lib/git/collect-objects";
import type { PushPlace } from "@/lib/git/read-push-place";
import type { Commit } from "@/lib/git/repository";
import { writePack } from "@/lib/git/write-pack";
import { err, ok, type Result } from "@/lib/kernel/result";
import { type PushPlan, planMirrorPush } from "./plan-mirror-push";
import { lookAtRemote, type PushProblem, type Remote, sendToRemote } from "./remote-repository";
import { numberedIn, type SentBefore } from "./sent-commits";

export type Pushing = {
  recorded: Recorded;
  remote: Remote;
  /** What was sent there before. */
  known: readonly SentBefore[];
  /** The commit that may be overwritten with all that leads to it; null to overwrite nothing. */
  losing: string | null;
  /** Called before each pack goes out: what it throws keeps the pack here. */
  beforeSending: (pack: OutgoingPack) => Promise<void>;
  signal: AbortSignal;
};

export type OutgoingPack = {
  /** What the numbers count in. */
  history: string;
  /** What will be there afterwards, and what is there by now of this push. */
  to: Reached;
  arrived: Reached | null;
  commits: number;
  /** The commit that it overwrites with all that led to it. */
  lost: string | null;
};

export type Pushed = {
  /** Null where there is nothing to push, and nothing there. */
  reached: Reached | null;
  /** What its number counts in, and the newest commit there. */
  history: string;
  newest: number;
  /** Commits that were sent. */
  sent: number;
  /** The commit that was overwritten with all that led to it. */
  lost: string | null;
};

/** A push is made of several when it has many commits: each pack is held in memory. */
const commitsAtOnce = 200;
const mostPackBytes = 256 * 1024 * 1024;

export type Look = { repository: OpenRepository; place: PushPlace; plan: PushPlan };
type Looking = Pick<Pushing, "recorded" | "remote" | "known" | "signal">;

/** What a push would do now. */
export async function lookAhead(
  context: WorkspaceContext,
  { recorded, remote, known, signal }: Looking,
): Promise<Result<Look, PushProblem>> {
  const repository = await openRepository(context, recorded);
  const place = await lookAtRemote(remote, signal);
  if (!place.ok) return place;
  const head = place.value.refs.get(refOf(remote)) ?? null;
  const plan = planMirrorPush(repository.content, head, numberedIn(repository.content, known));
  return ok({ repository, place: place.value, plan });
}

/** Brings the branch of a remote to the newest commit. Overwrites nothing but what `losing` names. */
export async function runPush(
  context: WorkspaceContext,
  pushing: Pushing,
): Promise<Result<Pushed, PushProblem>> {
  const looked = await lookAhead(context, pushing);
  if (!looked.ok) return looked;
  const { repository, place, plan } = looked.value;
  if (plan.state === "diverged" && plan.remote !== pushing.losing)
    return err({ kind: "diverged", remoteSaid: null });
  const { history, rows } = repository.content;
  const lost = plan.state === "diverged" ? plan.remote : null;
  let known: Commit | null = plan.base && (rows[plan.base.number - 1] ?? null);
  let reached: Reached | null = plan.base;
  for (let at = 0; at < plan.commits.length; at += commitsAtOnce) {
    const commits = plan.commits.slice(at, at + commitsAtOnce);
    const tip = commits.at(-1);
    if (!tip) break;
    const pack = await makePack(repository, { commits, known });
    if (!pack) return err({ kind: "too-large", remoteSaid: null });
    const to = { number: tip.number, id: tip.id };
    const arrived = at === 0 ? null : reached;
    const isFirst = arrived === null;
    await pushing.beforeSending({
      history,
      to,
      arrived,
      commits: commits.length,
      lost: isFirst ? lost : null,
    });
    const from = isFirst ? plan.remote : arrived.id;
    const command = { ref: refOf(pushing.remote), from, to: tip.id };
    const sent = await sendToRemote(pushing.remote, { command, place, pack }, pushing.signal);
    if (!sent.ok) return sent;
    [known, reached] = [tip, to];
  }
  return ok({ reached, history, newest: rows.length, sent: plan.commits.length, lost });
}

const refOf = ({ branch }: Remote): string => `refs/heads/${branch}`;

type Packing = { commits: readonly Commit[]; known: Commit | null };

/** What these commits, oldest first, hold beside the known one; null where that is too much. */
async function makePack(repository: OpenRepository, { commits, known }: Packing): Promise<Uint8Array | null> {
  const wanted = { commits: commits.toReversed(), known: known ? [known] : [] };
  const { count, objects } = await collectObjects(repository, wanted);
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of writePack(count, objects())) {
    pieces.push(piece);
    size += piece.length;
    if (size > mostPackBytes) return null;
  }
  return Buffer.concat(pieces);
}
