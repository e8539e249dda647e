import type { Context } from "./context";

/** Work that was begun goes on when its person signs out, but not when they are removed, lose the role or their key is revoked. */
export function withoutSignIn<C extends Pick<Context, "actor">>(context: C): C {
  const { sessionId: _, ...actor } = context.actor;
  return { ...context, actor };
}
