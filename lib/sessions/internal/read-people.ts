import "server-only";
import type { Db, Tx } from "@/lib/db/client";

export async function peopleById(db: Db | Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const people = await db.user.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, name: true },
  });
  return new Map(people.map(({ id, name }) => [id, name]));
}

export const personOf = (id: string, names: ReadonlyMap<string, string>) => ({
  id,
  name: names.get(id) ?? "Former member",
});
