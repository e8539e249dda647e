import "server-only";
import type { DatabaseContext } from "@/lib/db/client";

/** What somebody is called whose account is gone. */
export const departedPerson = "Former member";

export type Person = { id: string; name: string };

/** Who an id stands for; whoever is gone is a former member. */
export type PersonOf = (id: string) => Person;

/** The names of these people, read at once. */
export async function findPeople({ db }: DatabaseContext, ids: readonly string[]): Promise<PersonOf> {
  const users =
    ids.length === 0
      ? []
      : await db.user.findMany({
          where: { id: { in: [...new Set(ids)] } },
          select: { id: true, name: true },
        });
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return (id) => ({ id, name: names.get(id) ?? departedPerson });
}

export async function findPerson(context: DatabaseContext, id: string): Promise<Person> {
  return (await findPeople(context, [id]))(id);
}
