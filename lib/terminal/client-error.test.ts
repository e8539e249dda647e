import { describe, expect, it } from "vitest";
import { ClientError, exitCodes, machineError, systemCode } from "./client-error";

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

describe("ClientError", () => {
  it("has an exit code of its own for each kind", () => {
    const codes = (["differs", "usage", "server", "machine"] as const).map(
      (kind) => new ClientError(kind, "No.").exitCode,
    );
    expect(codes).toEqual([1, 2, 3, 4]);
    expect(Object.values(exitCodes)).toEqual([0, 1, 2, 3, 4]);
  });
});
