import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import type { Prisma } from "@/lib/db/generated/client";
import { isLeased } from "@/lib/db/lease";
import { AppError } from "@/lib/kernel/app-error";
import { hostOf } from "@/lib/kernel/host-of";
import { isSshAddress } from "@/lib/kernel/ssh-address";
import { findPeople } from "@/lib/people/find-people";
import { env } from "@/lib/platform/env";
import { defaultPolicy, publishesOnSync } from "@/lib/reviews/policy-options";
import { sayFailure } from "./failure-words";
import type { Remote } from "./internal/ask-remote";
import { type Source, sourceReportSchema } from "./schema";
import { hookResults, sourceFailures, sourceKinds } from "./source-options";
import { sourceToken } from "./source-secret";

export const sourceColumns = {
  include: {
    skills: {
      where: { theirsDigest: { not: null } },
      select: { theirsDigest: true, skill: { select: { name: true } } },
    },
  },
} as const satisfies Prisma.SourceDefaultArgs;

export type SourceRow = Prisma.SourceGetPayload<typeof sourceColumns>;

/** NOT_FOUND for one of elsewhere. */
export async function readSourceRow({ db, workspace }: WorkspaceContext, id: string): Promise<SourceRow> {
  const row = await db.source.findFirst({ where: { id, workspaceId: workspace.id }, ...sourceColumns });
  if (!row) throw noSuchSource();
  return row;
}

export const noSuchSource = (): AppError => new AppError("NOT_FOUND", "There is no such source.");

export async function toSources(context: Context, rows: readonly SourceRow[]): Promise<Source[]> {
  const now = context.now();
  const personOf = await findPeople(
    context,
    rows.flatMap(({ createdById, hookById }) => [createdById, ...(hookById === null ? [] : [hookById])]),
  );
  const policy = await readPublishOnSync(context);
  return rows.map((row) => ({
    id: row.id,
    kind: kindOf(row),
    name: row.name,
    url: row.url,
    ref: row.ref,
    folder: row.folder,
    include: row.include,
    exclude: row.exclude,
    userName: row.userName,
    hasToken: row.sealedToken !== null && !isSshAddress(row.url),
    ssh: sshOf(row),
    createdBy: personOf(row.createdById),
    createdAt: row.createdAt.toISOString(),
    isSyncing: isLeased(row, now),
    schedule:
      row.everyMinutes !== null && row.nextAt !== null
        ? { everyMinutes: row.everyMinutes, nextAt: row.nextAt.toISOString() }
        : null,
    asksReview: row.asksReview,
    publishes: publishesOnSync(policy, row.name),
    hook:
      row.hookSecret === null || row.hookMadeAt === null
        ? null
        : {
            address: hookAddress(row.id),
            madeBy: row.hookById === null ? null : personOf(row.hookById),
            madeAt: row.hookMadeAt.toISOString(),
            last: lastDelivery(row),
          },
    synced:
      row.syncedRevision !== null && row.syncedAt !== null
        ? { revision: row.syncedRevision, at: row.syncedAt.toISOString() }
        : null,
    report: row.report === null ? null : sourceReportSchema.parse(row.report),
    conflicts: row.skills
      .flatMap(({ skill, theirsDigest }) =>
        theirsDigest === null ? [] : [{ skill: skill.name, digest: theirsDigest }],
      )
      .toSorted((left, right) => (left.skill < right.skill ? -1 : 1)),
    failure: failureOf(row),
    declaredIn: row.declaredIn,
    needs: neededBy(row),
  }));
}

/** Of the review policy alone: who may see sources need not see all of it. */
export async function readPublishOnSync({ db, workspace: { id } }: WorkspaceContext) {
  const row = await db.reviewPolicy.findUnique({
    where: { workspaceId: id },
    select: { publishOnSync: true },
  });
  return row ?? defaultPolicy;
}

export async function toSource(context: Context, row: SourceRow): Promise<Source> {
  const [source] = await toSources(context, [row]);
  if (!source) throw new Error(`The source ${row.id} was lost while it was shown.`);
  return source;
}

export function kindOf({ id, kind }: Pick<SourceRow, "id" | "kind">): Source["kind"] {
  const known = sourceKinds.find((one) => one === kind);
  if (!known) throw new Error(`The source ${id} is of a kind that is not known here.`);
  return known;
}

/** Where its webhook is sent to, by the public address of the server. */
export const hookAddress = (id: string): string => `${env().publicUrl.replace(/\/+$/, "")}/hooks/${id}`;

function lastDelivery({ hookLastAt, hookLastOutcome }: SourceRow) {
  const outcome = hookResults.find((known) => known === hookLastOutcome);
  return outcome && hookLastAt ? { at: hookLastAt.toISOString(), outcome } : null;
}

export const beingSynced = (): AppError =>
  new AppError("CONFLICT", "It is being synced at this moment. Look again when that has ended.");

function failureOf(row: SourceRow): Source["failure"] {
  const kind = sourceFailures.find((known) => known === row.failure);
  if (!kind || !row.failedAt) return null;
  const { url, ref, folder, sealedToken } = row;
  const hasToken = sealedToken !== null;
  const message = sayFailure(kind, { host: hostOf(url), ref, folder, hasToken, ssh: sshOf(row) });
  return { kind, message, at: row.failedAt.toISOString() };
}

/** Over ssh, whether the repository knows the key is known once it was read. */
function neededBy({ declaredIn, url, sealedToken, needsToken, failure, syncedRevision }: SourceRow) {
  if (declaredIn === null) return null;
  if (isSshAddress(url)) return syncedRevision === null ? "deploy-key" : null;
  return sealedToken === null && (needsToken || failure === "credentials") ? "token" : null;
}

export const sshOf = ({
  url,
  publicKey,
  hostKey,
  offeredHostKey,
  hostKeyDeclared,
}: SourceRow): Source["ssh"] =>
  isSshAddress(url) ? { publicKey: publicKey ?? "", hostKey, offeredHostKey, hostKeyDeclared } : null;

/** With its token or key, opened: for the request alone. `acceptHost` is asked about the host of one over ssh. */
export function remoteOf({ id, url, userName, sealedToken }: SourceRow, acceptHost: AcceptHost): Remote {
  const opened = sourceToken.unseal(id, sealedToken);
  if (!isSshAddress(url)) return { url, userName, token: opened };
  return { url, userName: "", token: null, ssh: { privateKey: opened ?? "", acceptHost } };
}

/** Whether a host with this fingerprint is the source's. */
export type AcceptHost = (fingerprint: string) => Promise<boolean>;

/** The one that is kept, and no other: nothing is learned by it. */
export const knownHost =
  ({ hostKey }: SourceRow): AcceptHost =>
  async (fingerprint) =>
    fingerprint === hostKey;
