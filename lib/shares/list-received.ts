import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { AppError } from "@/lib/kernel/app-error";
import { findPeople } from "@/lib/people/find-people";
import { readGiven, type ShareRow } from "./internal/read-given";
import { toShareRow } from "./internal/share-rows";
import type { Offer, ReceivedList, ReceivedSkill } from "./schema";
import { shareFailures } from "./share-options";

/** What other workspaces offer to this one and what it has of them, by name, for those who may accept it. */
export async function listReceived(context: Context): Promise<ReceivedList> {
  requirePermission(context, "shares.receive");
  const [offers, skills] = await Promise.all([listOffers(context), readReceived(context)]);
  return { offers, skills };
}

/** One skill by its share. */
export async function getReceived(context: Context, shareId: string): Promise<ReceivedSkill> {
  const [received] = await readReceived(context, shareId);
  if (!received) throw new AppError("CONFLICT", "The share was ended meanwhile.");
  return received;
}

async function listOffers(context: Context): Promise<Offer[]> {
  const rows = await context.db.skillShare.findMany({
    where: { receiverId: context.workspace.id, acceptedAt: null },
    include: { workspace: { select: { name: true } }, skill: { select: { name: true } } },
    orderBy: { skill: { name: "asc" } },
  });
  return Promise.all(
    rows.map(async (row) => {
      const share = toShareRow(row);
      return {
        ...followedOf(share),
        id: row.id,
        workspace: row.workspace.name,
        skill: row.skill.name,
        sharedAt: row.sharedAt.toISOString(),
        gives: await describeGiven(context, share),
      };
    }),
  );
}

const followedOf = ({ follows, label, version }: ShareRow) => ({ follows, label, version });

async function describeGiven(context: Context, share: ShareRow): Promise<Offer["gives"]> {
  const { versionId } = await readGiven(context, share);
  if (versionId === null) return null;
  const version = await context.db.version.findFirstOrThrow({
    where: { id: versionId, skillId: share.skillId, workspaceId: share.workspaceId },
    select: {
      number: true,
      description: true,
      size: true,
      instructionTokens: true,
      _count: { select: { files: true } },
    },
  });
  const { number, _count, ...facts } = version;
  return { version: number, ...facts, files: _count.files };
}

const failureSchema = z.enum(shareFailures).nullable();

async function readReceived(context: Context, shareId?: string): Promise<ReceivedSkill[]> {
  const { db, workspace } = context;
  const rows = await db.receivedSkill.findMany({
    where: { workspaceId: workspace.id, ...(shareId === undefined ? {} : { shareId }) },
    include: {
      share: true,
      skill: {
        select: {
          name: true,
          versions: {
            where: { withdrawal: null },
            orderBy: { number: "desc" },
            take: 1,
            select: { number: true, received: { select: { number: true } } },
          },
        },
      },
    },
    orderBy: { skill: { name: "asc" } },
  });
  const personOf = await findPeople(
    context,
    rows.map(({ acceptedById }) => acceptedById),
  );
  return rows.map((row) => {
    const [newest] = row.skill.versions;
    const there = newest ? Math.max(...newest.received.map(({ number }) => number)) : 0;
    return {
      skill: row.skill.name,
      from: { workspace: row.fromWorkspace, skill: row.fromSkill },
      share: row.share && { id: row.share.id, ...followedOf(toShareRow(row.share)) },
      newest: newest ? { here: newest.number, there } : null,
      acceptedBy: personOf(row.acceptedById),
      acceptedAt: row.acceptedAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
      failure: failureSchema.parse(row.failure),
    };
  });
}
