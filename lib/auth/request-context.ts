import "server-only";
import type { PersonContext } from "@/lib/access/context";
import { database } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/app-error";
import { log } from "@/lib/platform/log";
import { findSession } from "./adapters/better-auth";
import { findKeyActor } from "./keys";
import { addressOf, hasBearer, traceIdOf } from "./request-facts";

const betweenUsesMs = 60_000;

/** Who sends this request: by key when it carries one, else by session. UNAUTHENTICATED when neither holds. */
export async function getPersonContext(headers: Headers): Promise<PersonContext> {
  if (hasBearer(headers)) return personOfKey(headers);
  const session = await findSession(headers);
  if (!session) throw new AppError("UNAUTHENTICATED", "Sign in first.");
  const { user } = session;
  await noteUse(session.session);
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
  const actor = await findKeyActor({ db: database() }, token, new Date());
  if (!actor)
    throw new AppError(
      "UNAUTHENTICATED",
      "This key is wrong, revoked or expired, or its account was deactivated.",
    );
  return {
    actor,
    db: database(),
    now: () => new Date(),
    traceId: traceIdOf(headers),
    address: addressOf(headers),
  };
}

/** When this sign-in was last used, for the list of them: written at most once a minute, and not where nothing can be. */
async function noteUse({
  id,
  lastActiveAt,
}: {
  id: string;
  lastActiveAt?: Date | null | undefined;
}): Promise<void> {
  const now = new Date();
  if (lastActiveAt && now.getTime() - new Date(lastActiveAt).getTime() < betweenUsesMs) return;
  const written = database().session.updateMany({ where: { id }, data: { lastActiveAt: now } });
  await written.catch((error: unknown) => log.warn({ err: error }, "could not note the use of a session"));
}
