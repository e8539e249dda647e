import { HTTPException } from "hono/http-exception";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { AppError } from "@/lib/kernel/app-error";
import { toProblem } from "./problem";

const traceId = "a".repeat(32);

describe("toProblem", () => {
  it("shows an AppError's message, code and details, and never its cause", () => {
    const error = new AppError("CONFLICT", "Taken.", {
      cause: new Error("secret"),
      details: { revision: 2 },
    });
    expect(toProblem(error, traceId)).toEqual({
      type: "about:blank",
      title: "Somebody was first",
      status: 409,
      detail: "Taken.",
      code: "CONFLICT",
      traceId,
      details: { revision: 2 },
    });
  });

  it("says which field is wrong and why", () => {
    const result = z.object({ name: z.string().min(3, "Use three letters.") }).safeParse({ name: "a" });
    const problem = toProblem(result.error, traceId);
    expect(problem).toMatchObject({ status: 422, errors: [{ path: "name", message: "Use three letters." }] });
    expect(problem.detail).toBe("name: Use three letters.");
  });

  it("says how to send a body that came as something else", () => {
    const error = new HTTPException(415, { message: "Unsupported Media Type" });
    expect(toProblem(error, traceId)).toMatchObject({
      status: 400,
      detail: "Send JSON, with the header `content-type: application/json`.",
    });
    expect(toProblem(new HTTPException(400, { message: "Malformed JSON" }), traceId).detail).toBe(
      "Malformed JSON.",
    );
  });

  it("tells nothing about a bug but its trace", () => {
    const problem = toProblem(new Error("connection string is postgres://root"), traceId);
    expect(problem.status).toBe(500);
    expect(JSON.stringify(problem)).not.toContain("postgres");
    expect(problem.detail).toContain(traceId);
  });
});
