import { beforeEach, describe, expect, it } from "vitest";
import { getSetupLinkState } from "@/lib/auth/queries";
import { sha256 } from "@/lib/platform/crypto";
import { testDatabase } from "@/lib/testing/database";
import { claimInstance } from "./commands";

const { db } = testDatabase();
const token = "the-token-of-the-newest-start";
const hourMs = 3_600_000;
const visitor = { db, now: () => new Date(), traceId: "f".repeat(32), address: "127.0.0.1" };
const claim = (email: string) => ({
  token,
  name: "Ines",
  email,
  password: "rehearse-before-you-ship",
  workspaceName: "Meridian",
});

beforeEach(async () => {
  await db.instance.update({
    where: { id: "instance" },
    data: {
      claimedAt: null,
      setupTokenHash: sha256(token),
      setupExpiresAt: new Date(Date.now() + hourMs),
    },
  });
});

describe("claimInstance", () => {
  it("makes the operator, their workspace and an audit row, and uses the link up", async () => {
    const { actor, workspace } = await claimInstance(visitor, claim("first@example.test"));
    expect(actor).toMatchObject({ isOperator: true, name: "Ines" });
    expect(workspace).toMatchObject({ name: "Meridian", role: "owner" });
    expect(await getSetupLinkState({ db }, token, new Date())).toEqual({ state: "claimed", expiresAt: null });
    await expect(claimInstance(visitor, claim("second@example.test"))).rejects.toMatchObject({
      code: "GONE",
    });
    expect(await db.audit.count({ where: { action: "instance.claimed", workspaceId: workspace.id } })).toBe(
      1,
    );
  });

  it("lets one of twenty claims with the same link win, and stores nothing of the others", async () => {
    const before = await db.user.count();
    const claims = Array.from({ length: 20 }, (_, n) =>
      claimInstance(visitor, claim(`racer-${n}@example.test`)),
    );
    const outcomes = await Promise.allSettled(claims);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await db.user.count()).toBe(before + 1);
  });

  it("refuses a wrong link and an expired one", async () => {
    await expect(
      claimInstance(visitor, { ...claim("wrong@example.test"), token: "another" }),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
    await db.instance.update({
      where: { id: "instance" },
      data: { setupExpiresAt: new Date(Date.now() - 1) },
    });
    await expect(claimInstance(visitor, claim("late@example.test"))).rejects.toMatchObject({ code: "GONE" });
    expect(await getSetupLinkState({ db }, token, new Date())).toMatchObject({ state: "expired" });
  });

  it("refuses a short password before anything is stored", async () => {
    await expect(
      claimInstance(visitor, { ...claim("short@example.test"), password: "too-short" }),
    ).rejects.toThrow(/12 characters/);
    expect(await db.user.count({ where: { email: "short@example.test" } })).toBe(0);
  });
});
