import "server-only";
import type { Context } from "@/lib/access/context";
import { isAllowed, requirePermission } from "@/lib/access/permissions";
import { toKeys } from "@/lib/auth/keys";
import type { Prisma } from "@/lib/db/generated/client";
import { compareDeliveries } from "./compare-deliveries";
import { findPastDelivery } from "./find-past-delivery";
import { toLeftOut } from "./get-manifest";
import { type AgentDelivery, openDelivery } from "./open-delivery";
import { pastSkillsOf } from "./past-skills";
import type { DeliveryState } from "./schema";

type KeyRow = Prisma.ApiKeyGetPayload<object>;
type ShownKey = DeliveryState["keys"][number];

/** What an agent is delivered, what it is not, and which of its machines have the newest. */
export async function getDeliveryState(context: Context, input: { agent: string }): Promise<DeliveryState> {
  requirePermission(context, "agents.read");
  const opened = await openDelivery(context, input.agent);
  const { agent, delivery } = opened;
  const rows = await context.db.apiKey.findMany({
    where: {
      workspaceId: context.workspace.id,
      agentId: agent.id,
      scopes: { has: "deliver" },
      revokedAt: null,
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  const keys = await toKeys(context, rows);
  const active = new Set(keys.flatMap(({ id, state }) => (state === "active" ? id : [])));
  const working = rows.filter(({ id }) => active.has(id));
  const persons = new Map(keys.map(({ id, person }) => [id, person]));
  const seen = working.filter((row) => maySee(context, row));
  const standings = await standingsOf(context, opened, seen);
  return {
    digest: delivery.digest,
    skills: delivery.skills.map(({ skill, name, version, label }) => ({
      skill,
      name,
      label,
      number: version.number,
    })),
    leftOut: delivery.leftOut.map(toLeftOut),
    machines: {
      total: working.length,
      newest: working.filter(({ fetchedDigest }) => fetchedDigest === delivery.digest).length,
    },
    keys: seen.map((row) => ({
      id: row.id,
      name: row.name,
      prefix: row.prefix,
      person: persons.get(row.id) ?? { id: row.userId, name: "" },
      ...(standings.get(row.fetchedDigest) ?? { standing: "never", behind: null }),
      fetched:
        row.fetchedDigest !== null && row.fetchedAt !== null
          ? { digest: row.fetchedDigest, at: row.fetchedAt.toISOString() }
          : null,
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    })),
  };
}

/** As in the list of keys: one's own, and everybody's for those who manage them. */
const maySee = (context: Context, { userId }: KeyRow): boolean =>
  isAllowed(context, "keys.manage") || (isAllowed(context, "keys.own") && userId === context.actor.userId);

type Standing = Pick<ShownKey, "standing" | "behind">;

/** By what was fetched last: many machines mostly have the same. */
async function standingsOf(
  context: Context,
  { agent, delivery }: AgentDelivery,
  rows: readonly KeyRow[],
): Promise<ReadonlyMap<string | null, Standing>> {
  const now = pastSkillsOf(delivery);
  const standings = new Map<string | null, Standing>();
  for (const digest of new Set(rows.flatMap(({ fetchedDigest }) => fetchedDigest ?? []))) {
    if (digest === delivery.digest) {
      standings.set(digest, { standing: "newest", behind: null });
      continue;
    }
    const past = await findPastDelivery(context, { agentId: agent.id, digest });
    const changes = past && compareDeliveries(past, now);
    standings.set(digest, {
      standing: changes === null ? "unknown" : "behind",
      behind: changes && {
        added: changes.added.map(({ name }) => name),
        changed: changes.changed.map(({ to }) => to.name),
        removed: changes.removed.map(({ name }) => name),
      },
    });
  }
  return standings;
}
