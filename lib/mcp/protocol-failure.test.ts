import { ProtocolError } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { AppError } from "@/lib/kernel/app-error";
import { inProtocol, protocolFailure } from "./protocol-failure";

const traceId = "a".repeat(32);
const told = (error: unknown) => {
  const { code, message, data } = protocolFailure(error, traceId);
  return { code, message, data };
};

describe("why something could not be done, in the protocol's terms", () => {
  it("is the caller's fault where the input is", () => {
    expect(told(new AppError("NOT_FOUND", "It is not here."))).toMatchObject({
      code: -32_602,
      message: "It is not here.",
      data: { code: "NOT_FOUND" },
    });
    const wrong = z.object({ tool: z.string().max(2) }).safeParse({ tool: "long" });
    expect(told(wrong.error)).toMatchObject({
      code: -32_602,
      message: expect.stringMatching(/^tool: Too big/),
    });
  });

  it("says when to try again", () => {
    const busy = new AppError("TOO_MANY_REQUESTS", "Wait.", { retryAfterSeconds: 7 });
    expect(told(busy)).toMatchObject({ code: -32_000, data: { retryAfterSeconds: 7 } });
  });

  it("tells nothing of what nobody wrote for others, but its trace id", () => {
    for (const error of [
      new Error("password=hunter2"),
      "password=hunter2",
      new AppError("INTERNAL", "hunter2"),
    ]) {
      const { code, message } = told(error);
      expect([code, message.includes("hunter2"), message.includes(traceId)]).toEqual([-32_603, false, true]);
    }
  });

  it("leaves the protocol's own errors as they are, and what succeeds", async () => {
    const own = new ProtocolError(-32_602, "Wrong");
    expect(protocolFailure(own, traceId)).toBe(own);
    await expect(inProtocol({ traceId }, async () => 7)).resolves.toBe(7);
    await expect(inProtocol({ traceId }, () => Promise.reject(own))).rejects.toBe(own);
  });
});
