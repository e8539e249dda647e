import "server-only";
import type { PersonContext } from "@/lib/access/context";
import { database } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/app-error";
import { findSession } from "./adapters/better-auth";
import { noteSessionUse } from "./commands/note-use";
import { openKey } from "./open-key";
import { addressOf, hasBearer, traceIdOf } from "./request-facts";

/** Who sends this request: by key when it carries one, else by session. UNAUTHENTICATED when neither holds. */
export async function getPersonContext(headers: Headers): Promise<PersonContext> {
  if (hasBearer(headers)) return personOfKey(headers);
  const session = await findSession(headers);
  if (!session) throw new AppError("UNAUTHENTICATED", "Sign in first.");
  const { user } = session;
  await noteSessionUse({ db: database() }, session.session, new Date());
  return {
    actor: {
      kind: "user",
      userId: user.id,
      name: user.name,
      email: user.email,
      isOperator: user.isOperator === true,
      sessionId: session.session.id,
    },
    db: database(),
    now: () => new Date(),
    traceId: traceIdOf(headers),
    address: addressOf(headers),
  };
}

async function personOfKey(headers: Headers): Promise<PersonContext> {
  const token = (headers.get("authorization") ?? "").slice("bearer".length).trim();
  const holder = await openKey({ db: database() }, token, new Date());
  if (!holder)
    throw new AppError(
      "UNAUTHENTICATED",
      "This key is wrong, revoked or expired, or its account was deactivated.",
    );
  return {
    actor: holder.actor,
    db: database(),
    now: () => new Date(),
    traceId: traceIdOf(headers),
    address: addressOf(headers),
  };
}
