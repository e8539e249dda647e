import "server-only";
import type { Context } from "@/lib/access/context";
import { holdsAt } from "@/lib/access/key-state";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { AppError } from "@/lib/kernel/app-error";
import { dayMs } from "@/lib/kernel/durations";
import { newSecret, sha256 } from "@/lib/platform/crypto";
import { inMembershipTransaction } from "../internal/membership-transaction";
import { type CreatedKey, type CreateKey, createKeySchema } from "../key-schema";
import { keyPrefix, toKeys } from "../keys";
import { addMachine, requireMachine } from "../writes/add-machine";

const shownCharacters = 10;
const mostKeys = 50;

/**
 * A key that acts as its maker, within their role of the moment and its scopes; or, for those who may, as a machine
 * with a role of its own. The answer is the only place where the key itself is ever shown: its sha256 is what is kept.
 * NOT_FOUND for a machine or an agent that is not here.
 */
export async function createKey(context: Context, input: CreateKey): Promise<CreatedKey> {
  requirePermission(context, "keys.own");
  const { name, scopes, agent, machine, expiresInDays } = createKeySchema.parse(input);
  if (machine) requirePermission(context, "keys.machines");
  if (agent !== undefined) requirePermission(context, "delivery.read");
  const workspaceId = context.workspace.id;
  const key = `${keyPrefix}${newSecret()}`;
  const row = await inMembershipTransaction(
    context,
    machine ? "keys.machines" : "keys.own",
    async (context) => {
      // A role that is taken away meanwhile makes no key any more.
      const agentId = agent === undefined ? null : await requireAgent(context, agent);
      const userId = await actsAs(context, { name, machine });
      const active = await context.db.apiKey.count({
        where: { ...holdsAt(context.now()), workspaceId, userId },
      });
      if (active >= mostKeys)
        throw new AppError("UNPROCESSABLE", `A person has at most ${mostKeys} keys here. Revoke one first.`);
      const created = await context.db.apiKey.create({
        data: {
          workspaceId,
          name,
          scopes,
          agentId,
          userId,
          createdById: context.actor.userId,
          prefix: key.slice(0, shownCharacters),
          hash: sha256(key),
          createdAt: context.now(),
          expiresAt:
            expiresInDays === null ? null : new Date(context.now().getTime() + expiresInDays * dayMs),
        },
      });
      await appendAudit(context, {
        action: "key.created",
        object: { type: "key", id: created.id, name },
        detail: {
          scopes,
          expiresAt: created.expiresAt?.toISOString() ?? null,
          ...(machine ? { machineId: userId } : {}),
          ...(agentId === null ? {} : { agentId, agent: agent ?? "" }),
        },
      });
      return created;
    },
  );
  const [shown] = await toKeys(context, [row]);
  if (!shown) throw new Error(`Key ${row.id} was lost while it was made.`);
  return { ...shown, key };
}

async function requireAgent({ db, workspace }: Context, slug: string): Promise<string> {
  const row = await db.agent.findFirst({
    where: { slug, workspaceId: workspace.id },
    select: { id: true },
  });
  if (!row) throw new AppError("NOT_FOUND", `There is no agent “${slug}” here.`);
  return row.id;
}

type Wanted = { name: string; machine: ReturnType<typeof createKeySchema.parse>["machine"] };

async function actsAs(context: Context, { name, machine }: Wanted): Promise<string> {
  if (machine === undefined) return context.actor.userId;
  return "id" in machine
    ? requireMachine(context, machine.id)
    : addMachine(context, { name, role: machine.role });
}
