import { describe, expect, it } from "vitest";
import { ClientError, exitCodes, failureOf, machineError, systemCode } from "./client-error";

const systemError = (code: string) => Object.assign(new Error("it failed"), { code });

describe("machineError", () => {
  it.each([
    ["ENOSPC", "the disk is full; free some space and try again"],
    ["EACCES", "this account may not"],
    ["EROFS", "it is mounted read-only"],
    ["EIO", "the system refused it"],
  ])("says what %s means", (code, said) => {
    const error = machineError("a.md cannot be written", systemError(code));
    expect(error.message).toContain(`a.md cannot be written: ${said}`);
    expect(error.message).toContain(`(${code}).`);
    expect(error.exitCode).toBe(4);
  });

  it("lets a fault of its own through", () => {
    const fault = new TypeError("x is not a function");
    expect(() => machineError("anything", fault)).toThrow(fault);
    expect([systemCode(fault), systemCode("text"), systemCode(systemError("EIO"))]).toEqual(["", "", "EIO"]);
  });
});

describe("failureOf", () => {
  it("leaves what is a failure already as it is", () => {
    const error = new ClientError("server", "No.", { status: 500 });
    expect(failureOf(error)).toBe(error);
  });

  it("takes the launcher's plain errors for the machine's, in their own words", () => {
    const plain = Object.assign(new Error("cannot write to /x: its disk is full (ENOSPC)"), {
      name: "PlainError",
    });
    expect(failureOf(plain)).toMatchObject({ kind: "machine", exitCode: 4, message: plain.message });
  });

  it("says of a system error where it was, when that is known", () => {
    const told = failureOf(Object.assign(systemError("ENOSPC"), { path: "/x/a.md" }));
    expect(told?.message).toMatch(/^\/x\/a\.md cannot be read or written: the disk is full;/);
    expect(failureOf(systemError("EIO"))?.message).toMatch(
      /^A file cannot be read or written: .+ \(EIO\)\.$/,
    );
  });

  it.each([
    new TypeError("x is not a function"),
    Object.assign(new TypeError("of type string"), { code: "ERR_INVALID_ARG_TYPE" }),
    "a text",
    null,
  ])("takes %s for a bug", (error) => {
    expect(failureOf(error)).toBeNull();
  });
});

describe("ClientError", () => {
  it("has an exit code of its own for each kind", () => {
    const codes = (["differs", "usage", "server", "machine"] as const).map(
      (kind) => new ClientError(kind, "No.").exitCode,
    );
    expect(codes).toEqual([1, 64, 3, 4]);
    expect(Object.values(exitCodes)).toEqual([0, 1, 2, 3, 4, 64]);
  });
});
