import { expect, it } from "vitest";
import type { Context } from "./context";
import { withoutSignIn } from "./without-sign-in";

it("leaves the sign-in out, and nothing else", () => {
  const actor: Context["actor"] = {
    kind: "user",
    userId: "u",
    name: "Ines",
    email: "ines@example.org",
    isOperator: false,
  };
  const rest: Pick<Context, "traceId" | "address"> = { traceId: "t", address: null };
  const given = { ...rest, actor: { ...actor, sessionId: "s" } };
  expect(withoutSignIn(given)).toEqual({ ...rest, actor });
  expect(given.actor.sessionId).toBe("s");
});
