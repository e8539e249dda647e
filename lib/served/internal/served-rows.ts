import "server-only";
import { z } from "zod";
import type { Prisma } from "@/lib/db/generated/client";
import type { PersonOf } from "@/lib/people/find-people";
import { catalogueModes } from "@/lib/runtime/catalogue-modes";
import type { ServedSession } from "../schema";
import { expiryOf, servedStateOf, servedWays } from "../served-options";
import { shownReference } from "./kept-reference";

export const withNames = {
  agent: { select: { id: true, slug: true, name: true } },
  key: { select: { id: true, name: true, userId: true } },
} as const satisfies Prisma.ServedSessionInclude;

export type ServedRow = Prisma.ServedSessionGetPayload<{ include: typeof withNames }>;

const mode = z.enum(catalogueModes);
const via = z.enum(servedWays);

export function toServedSession(row: ServedRow, personOf: PersonOf, now: Date): ServedSession {
  const { id, agent, client, reference, key, dialect, turns, calls, startedAt, lastAt, endedAt } = row;
  return {
    id,
    agent,
    client,
    reference: shownReference(reference),
    dialect,
    turns,
    calls,
    via: via.parse(row.via),
    key: { id: key.id, name: key.name },
    person: personOf(key.userId),
    mode: mode.parse(row.mode),
    state: servedStateOf(row, now),
    startedAt: startedAt.toISOString(),
    lastAt: lastAt.toISOString(),
    expiresAt: (endedAt ?? expiryOf(row)).toISOString(),
  };
}
