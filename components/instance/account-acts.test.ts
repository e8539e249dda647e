import { describe, expect, it } from "vitest";
import { allWorkspaces, blockedActs, workspaceWords } from "./account-acts";

const account = (deactivatedAt: string | null = null) => ({ id: "noor", deactivatedAt });
const workspace = (name: string) => ({ id: name, name, role: "owner" as const });

describe("what an operator may do with an account", () => {
  it("is everything with somebody else's", () => {
    expect(Object.values(blockedActs({ userId: "ines" }, account()))).toEqual(Array(4).fill(undefined));
  });

  it("is nothing with one's own that would outlast an open browser", () => {
    const { resetPassword, resetTwoFactor, deactivate, makeOperator } = blockedActs(
      { userId: "noor" },
      account(),
    );
    for (const reason of [resetPassword, resetTwoFactor, deactivate]) expect(reason).toContain("This is you");
    expect(makeOperator).toBeUndefined();
  });

  it("begins with reactivating one that is deactivated", () => {
    const blocked = blockedActs({ userId: "ines" }, account("2026-11-01T10:00:00.000Z"));
    expect([blocked.makeOperator, blocked.resetPassword]).toEqual(
      Array(2).fill("Reactivate the account first."),
    );
    expect(blocked.resetTwoFactor).toBeUndefined();
  });
});

it("workspaces are told with roles, as many as a line has room for", () => {
  const workspaces = ["Meridian", "Beta", "Gamma"].map(workspace);
  expect(workspaceWords({ workspaces })).toBe("Meridian (owner) and 2 more");
  expect(workspaceWords({ workspaces: workspaces.slice(0, 1) })).toBe("Meridian (owner)");
  expect(workspaceWords({ workspaces: [] })).toBe("none");
  expect(allWorkspaces({ workspaces })).toBe("Meridian (owner), Beta (owner), Gamma (owner)");
});
