import { describe, expect, it } from "vitest";
import { AppError } from "./app-error";
import { assertNever } from "./assert-never";
import { err, ok } from "./result";

describe("AppError", () => {
  it("carries the status of its code, public details and a cause that is not shown", () => {
    const cause = new Error("the disk");
    const error = new AppError("CONFLICT", "Somebody was first.", { cause, details: { revision: 3 } });
    expect(error).toMatchObject({ status: 409, details: { revision: 3 }, cause, name: "AppError" });
    expect(new AppError("NOT_FOUND", "Not there.").details).toBeUndefined();
  });
});

describe("assertNever", () => {
  it("names the value that was not expected", () => {
    const surprise = "surprise" as never;
    expect(() => assertNever(surprise)).toThrow('"surprise"');
  });
});

describe("Result", () => {
  it("is either a value or a reason", () => {
    expect(ok(1)).toEqual({ ok: true, value: 1 });
    expect(err("no")).toEqual({ ok: false, error: "no" });
  });
});
