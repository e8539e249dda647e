import "server-only";
import { database } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/app-error";
import { newTraceId } from "@/lib/platform/crypto";
import { auth } from "./adapters/better-auth";
import type { PersonContext } from "./context";
import { findKeyActor } from "./keys";

/** Who sends this request: by key when it carries one, else by session. UNAUTHENTICATED when neither holds. */
export async function getPersonContext(headers: Headers): Promise<PersonContext> {
  if (hasBearer(headers)) return personOfKey(headers);
  const session = await auth().api.getSession({ headers });
  if (!session) throw new AppError("UNAUTHENTICATED", "Sign in first.");
  const { user } = session;
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

/** A request that carries a key is a program's: its cookies, if it has any, count for nothing. */
export function hasBearer(headers: Headers): boolean {
  return /^bearer\b/i.test(headers.get("authorization") ?? "");
}

async function personOfKey(headers: Headers): Promise<PersonContext> {
  const token = (headers.get("authorization") ?? "").slice("bearer".length).trim();
  const actor = await findKeyActor(database(), token, new Date());
  if (!actor) throw new AppError("UNAUTHENTICATED", "This key is wrong, revoked or expired.");
  return {
    actor,
    db: database(),
    now: () => new Date(),
    traceId: traceIdOf(headers),
    address: addressOf(headers),
  };
}

/** W3C trace context's trace id when the caller sends one (https://www.w3.org/TR/trace-context/), else a new one. */
export function traceIdOf(headers: Headers): string {
  const match = /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(headers.get("traceparent") ?? "");
  return match?.[1] ?? newTraceId();
}

/** The caller's address as the nearest proxy reports it. For the audit trail; never decides anything. */
export function addressOf(headers: Headers): string | null {
  return headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? null;
}
