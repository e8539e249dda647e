import "server-only";
import type { Scope } from "./scope";

/** What somebody is called whose account is gone. */
export const somebodyWhoLeft = "Somebody who left";

export type Person = { id: string; name: string };

/** Names by id; whoever is gone is called so. */
export async function findPeople(
  { db }: Pick<Scope, "db">,
  ids: readonly string[],
): Promise<(id: string) => Person> {
  const users = await db.user.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, name: true },
  });
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return (id) => ({ id, name: names.get(id) ?? somebodyWhoLeft });
}

export async function findPerson(scope: Pick<Scope, "db">, id: string): Promise<Person> {
  return (await findPeople(scope, [id]))(id);
}
