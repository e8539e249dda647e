import { afterAll, beforeAll } from "vitest";
import type { Context } from "@/lib/access/context";
import { createDatabase, type Db } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/app-error";
import { testDatabase } from "./database";

/** How many ask at once. */
export const crowd = 20;

/** `reason` is what the error's details say, or else its code. */
export type Outcome = { ok: true } | { ok: false; reason: string };

/** As many database clients as there are askers, each with connections of its own, as servers have. */
export function aCrowd() {
  const { db, url } = testDatabase();
  let clients: Db[] = [];
  beforeAll(async () => {
    clients = Array.from({ length: crowd }, () => createDatabase(url));
    await Promise.all(clients.map((client) => client.$queryRaw`SELECT 1`));
  });
  afterAll(() => Promise.all(clients.map((client) => client.$disconnect())));

  /** Everybody at once. Whoever loses must be told why in an error of ours; any other error is thrown. */
  async function race(work: readonly ((db: Db) => Promise<unknown>)[]): Promise<Outcome[]> {
    const results = await Promise.allSettled(work.map((one, at) => one(clients[at % crowd] ?? db)));
    return results.map((result) => {
      if (result.status === "fulfilled") return { ok: true };
      if (!(result.reason instanceof AppError)) throw result.reason;
      return { ok: false, reason: String(result.reason.details?.reason ?? result.reason.code) };
    });
  }
  return {
    race,
    all: <T>(make: (at: number) => T): T[] => Array.from({ length: crowd }, (_, at) => make(at)),
  };
}

export const on = (context: Context, client: Db): Context => ({ ...context, db: client });
export const won = (outcomes: readonly Outcome[]) => outcomes.filter(({ ok }) => ok).length;
export const reasons = (outcomes: readonly Outcome[]) => [
  ...new Set(outcomes.flatMap((one) => (one.ok ? [] : [one.reason]))),
];
