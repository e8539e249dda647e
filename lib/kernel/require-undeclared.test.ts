import { describe, expect, it } from "vitest";
import { AppError } from "./app-error";
import { requireUndeclared } from "./require-undeclared";

const [name, file] = ["Release desk", "agents/desk.json"];

function refusalOf(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return null;
}

describe("requireUndeclared", () => {
  it("lets what is kept here be changed", () => {
    expect(refusalOf(() => requireUndeclared({ name, declaredIn: null }))).toBeNull();
  });

  it("refuses what a file keeps, and says which file to change", () => {
    const refusal = refusalOf(() => requireUndeclared({ name, declaredIn: file }));
    expect(refusal).toBeInstanceOf(AppError);
    expect(refusal).toMatchObject({
      code: "FORBIDDEN",
      message: "Release desk is kept in agents/desk.json. Change it there, and apply the file.",
      details: { declaredIn: file },
    });
  });

  it("says it in words of its own where these do not fit", () => {
    const why = (kept: string) => `They are kept in ${kept}.`;
    expect(refusalOf(() => requireUndeclared({ name, declaredIn: file }, why))).toMatchObject({
      message: "They are kept in agents/desk.json.",
    });
  });
});
