import "server-only";
import type { Context } from "@/lib/access/context";
import { keepRenewing } from "@/lib/platform/keep-renewing";

/** Past it any server may sync the source: long enough for one that is busy, short enough to wait out one that is gone. */
const leaseMs = 10 * 60_000;
const renewEveryMs = 60_000;

export const sourceLeaseFrom = (now: Date): Date => new Date(now.getTime() + leaseMs);

export type HeldSource = {
  /** In a `where`: the source, for as long as it is still this sync's. */
  where: () => { id: string; workspaceId: string; leaseUntil: { in: Date[] } };
  /** Renews it now; whether it was still this sync's. */
  renew: () => Promise<boolean>;
  /** Ends the renewing; what was under way has ended too. */
  stop: () => Promise<void>;
};

/** Renews the lease of a source that was claimed until `leaseUntil`, unless it is another's by then. */
export function holdSource(context: Context, source: { id: string; leaseUntil: Date }): HeldSource {
  const { db, workspace } = context;
  // Two where it is not known whether a renewal that failed was written.
  let leases = [source.leaseUntil];
  const where = () => ({ id: source.id, workspaceId: workspace.id, leaseUntil: { in: leases } });
  const renewOnce = async (): Promise<boolean> => {
    const [known, mine] = [leases, where()];
    const leaseUntil = sourceLeaseFrom(context.now());
    leases = [...known, leaseUntil];
    const { count } = await db.source.updateMany({ where: mine, data: { leaseUntil } });
    leases = count === 1 ? [leaseUntil] : known;
    return count === 1;
  };
  let renewing: Promise<unknown> = Promise.resolve();
  const renew = (): Promise<boolean> => {
    const renewed = renewing.then(renewOnce);
    renewing = renewed.catch(() => {});
    return renewed;
  };
  const stopRenewing = keepRenewing({
    everyMs: renewEveryMs,
    renew,
    about: { source: source.id },
    failed: "could not renew the lease of a source",
  });
  return {
    where,
    renew,
    stop: async () => {
      stopRenewing();
      await renewing;
    },
  };
}
