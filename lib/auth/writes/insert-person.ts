import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { setPassword } from "./set-password";

export type NewPerson = { name: string; email: string; password: string; isOperator: boolean };

/** A person with an e-mail-and-password credential, inside a transaction of the caller's. */
export async function insertPerson(
  context: DatabaseContext,
  person: Omit<NewPerson, "password"> & { passwordHash: string },
): Promise<{ id: string; name: string; email: string }> {
  const email = person.email.toLowerCase();
  const user = await context.db.user.create({
    data: { name: person.name, email, isOperator: person.isOperator, emailVerified: false },
  });
  await setPassword(context, user.id, person.passwordHash);
  return { id: user.id, name: user.name, email };
}
