import "server-only";
import { database } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/app-error";
import { newTraceId } from "@/lib/platform/crypto";
import { auth } from "./adapters/better-auth";
import type { PersonContext } from "./context";

/** Who sends this request. UNAUTHENTICATED without a valid session. */
export async function getPersonContext(headers: Headers): Promise<PersonContext> {
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
    },
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
