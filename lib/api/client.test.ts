import { describe, expect, it } from "vitest";
import { ApiError, unwrap } from "./client";

describe("unwrap", () => {
  it("gives the body of a good answer", async () => {
    expect(await unwrap(Promise.resolve(Response.json({ items: [1] })))).toEqual({ items: [1] });
    expect(await unwrap(Promise.resolve(new Response(null, { status: 204 })))).toBeUndefined();
  });

  it("throws what a problem says, for people and for code", async () => {
    const body = {
      status: 409,
      code: "CONFLICT",
      title: "Somebody was first",
      detail: "Taken.",
      details: { revision: 2 },
    };
    const failing = unwrap(Promise.resolve(Response.json(body, { status: 409 })));
    await expect(failing).rejects.toMatchObject({
      message: "Taken.",
      code: "CONFLICT",
      details: { revision: 2 },
    });
  });

  it("makes sense of an answer that is no problem document, and of no answer", async () => {
    const page = unwrap(Promise.resolve(new Response("<html>", { status: 502 })));
    await expect(page).rejects.toMatchObject({ status: 502, code: "UNKNOWN" });
    const nothing = unwrap(Promise.reject(new TypeError("fetch failed")) as Promise<Response>);
    await expect(nothing).rejects.toBeInstanceOf(ApiError);
    await expect(nothing).rejects.toMatchObject({ status: 0, code: "UNREACHABLE" });
  });
});
