import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Sql } from "@/lib/db/sql";
import { toShareRow } from "./share-rows";

const columns = {
  include: {
    workspace: { select: { id: true, name: true } },
    receiver: { select: { id: true, name: true } },
    skill: { select: { name: true } },
    received: {
      select: {
        skillId: true,
        fromWorkspace: true,
        failure: true,
        acceptedById: true,
        skill: { select: { name: true } },
      },
    },
  },
} satisfies Prisma.SkillShareDefaultArgs;

/** The one share that `where` finds among `"SkillShare" s`, with both sides of it, held until the transaction ends. */
export async function lockShare({ db }: DatabaseContext, where: Sql) {
  const [locked] = await db.$queryRaw<{ id: string }[]>`
    SELECT s.id FROM "SkillShare" s WHERE ${where} FOR UPDATE`;
  if (!locked) return null;
  const row = await db.skillShare.findUniqueOrThrow({ where: { id: locked.id }, ...columns });
  const { workspace, receiver, skill, received, acceptedAt } = row;
  return { share: toShareRow(row), acceptedAt, giver: workspace, receiver, skill: skill.name, received };
}

export type LockedShare = NonNullable<Awaited<ReturnType<typeof lockShare>>>;
