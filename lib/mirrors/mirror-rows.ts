import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { lifeState } from "@/lib/access/key-state";
import { targetOf } from "@/lib/addresses/address-target";
import type { Prisma } from "@/lib/db/generated/client";
import { isLeased } from "@/lib/db/lease";
import type { Recorded } from "@/lib/delivery/commands/record-commits";
import { AppError } from "@/lib/kernel/app-error";
import { hostOf } from "@/lib/kernel/host-of";
import { isSshAddress } from "@/lib/kernel/ssh-address";
import { findPeople } from "@/lib/people/find-people";
import { sayFailure } from "./failure-words";
import { pushFailures } from "./mirror-options";
import { mirrorToken } from "./mirror-secret";
import type { Remote } from "./remote-repository";
import type { Mirror } from "./schema";
import type { SentBefore } from "./sent-commits";

const agentColumns = { select: { id: true, slug: true, name: true } } as const;

/** Everything of a mirror, with what it mirrors. */
export const mirrorColumns = {
  include: {
    agent: agentColumns,
    address: { include: { agent: agentColumns, skills: { select: { skillId: true } } } },
  },
} as const satisfies Prisma.MirrorDefaultArgs;

export type MirrorRow = Prisma.MirrorGetPayload<typeof mirrorColumns>;

/** NOT_FOUND for one of elsewhere. */
export async function readMirrorRow({ db, workspace }: WorkspaceContext, id: string): Promise<MirrorRow> {
  const row = await db.mirror.findFirst({ where: { id, workspaceId: workspace.id }, ...mirrorColumns });
  if (!row) throw new AppError("NOT_FOUND", "There is no such mirror.");
  return row;
}

export async function toMirrors(context: Context, rows: readonly MirrorRow[]): Promise<Mirror[]> {
  const now = context.now();
  const personOf = await findPeople(
    context,
    rows.map(({ createdById }) => createdById),
  );
  return rows.map((row) => ({
    id: row.id,
    of: mirroredBy(row, now),
    url: row.url,
    branch: row.branch,
    userName: row.userName,
    onPublish: row.onPublish,
    hasToken: row.sealedToken !== null && !isSshAddress(row.url),
    ssh: sshOf(row),
    createdBy: personOf(row.createdById),
    createdAt: row.createdAt.toISOString(),
    isPushing: isLeased(row, now),
    pushed:
      row.pushedCommit && row.pushedAt ? { commit: row.pushedCommit, at: row.pushedAt.toISOString() } : null,
    failure: failureOf(row),
  }));
}

export async function toMirror(context: Context, row: MirrorRow): Promise<Mirror> {
  const [mirror] = await toMirrors(context, [row]);
  if (!mirror) throw new Error(`The mirror ${row.id} was lost while it was shown.`);
  return mirror;
}

export const beingPushed = (): AppError =>
  new AppError("CONFLICT", "It is being pushed at this moment. Look again when that has ended.");

function mirroredBy({ agent, address }: MirrorRow, now: Date): Mirror["of"] {
  if (agent) return { kind: "agent", agent: { slug: agent.slug, name: agent.name } };
  if (!address) throw new Error("A mirror is of nothing.");
  const { id, name } = address;
  return { kind: "address", address: { id, name, state: lifeState(address, now) } };
}

function failureOf(row: MirrorRow): Mirror["failure"] {
  const kind = pushFailures.find((known) => known === row.failure);
  if (!kind || !row.failedAt) return null;
  return {
    kind,
    message: sayFailure(kind, factsOf(row)),
    remoteSaid: row.remoteSaid,
    at: row.failedAt.toISOString(),
    nextAt: row.nextAt?.toISOString() ?? null,
  };
}

/** What the words of a failure name. */
export const factsOf = (row: MirrorRow) => ({
  host: hostOf(row.url),
  branch: row.branch,
  hasToken: row.sealedToken !== null,
  isSsh: isSshAddress(row.url),
  hostKey: row.hostKey,
  offeredHostKey: row.offeredHostKey,
});

const sshOf = ({ url, publicKey, hostKey, offeredHostKey }: MirrorRow): Mirror["ssh"] =>
  isSshAddress(url) ? { publicKey: publicKey ?? "", hostKey, offeredHostKey } : null;

/** Whose history it is; null once its address gives nothing any more. */
export function sourceOf({ agent, address }: MirrorRow, now: Date): Recorded | null {
  if (agent) return { source: { kind: "agent", agentId: agent.id }, title: agent.slug };
  if (!address || lifeState(address, now) !== "active") return null;
  const skillIds = address.skills.map(({ skillId }) => skillId);
  const title = address.agent?.slug ?? address.label ?? address.name;
  return { source: targetOf({ ...address, skillIds }), title };
}

/** CONFLICT once its address gives nothing any more. */
export function requireSource(row: MirrorRow, now: Date): Recorded {
  const recorded = sourceOf(row, now);
  if (!recorded)
    throw new AppError(
      "CONFLICT",
      `The address “${row.address?.name}” is revoked or has expired, so its mirror gets nothing more. Remove the mirror.`,
    );
  return recorded;
}

/** With its token or key, opened: for the request alone. `acceptHost` is asked about the host of one over ssh. */
export function remoteOf(
  { id, url, branch, userName, sealedToken }: MirrorRow,
  acceptHost: (fingerprint: string) => Promise<boolean>,
): Remote {
  const opened = mirrorToken.unseal(id, sealedToken);
  if (!isSshAddress(url)) return { url, branch, userName, token: opened };
  return { url, branch, userName: "", token: null, ssh: { privateKey: opened ?? "", acceptHost } };
}

/** What was sent to the remote before, and may be there. */
export function sentBefore(row: MirrorRow): SentBefore[] {
  const sent = [
    { id: row.sentCommit, number: row.sentNumber, history: row.sentHistory },
    { id: row.pushedCommit, number: row.pushedNumber, history: row.pushedHistory },
  ];
  return sent.flatMap(({ id, number, history }) =>
    id === null || number === null ? [] : [{ id, number, history }],
  );
}
