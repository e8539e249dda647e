import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { claudeCodeDialect } from "@/lib/dialects/claude-code";
import { codexDialect } from "@/lib/dialects/codex";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { revertWording } from "./commands/revert-wording";
import { findWording, listWordings, wordedDialect } from "./queries";
import { takeWordingSchema, wordingSchema } from "./schema";

const { db } = testDatabase();
const digest = "d".repeat(64);
const launched = { from: ["Loaded skill: ", ""], to: ["Launching ", "!"] };

/** Has the workspace speak these sentences, as they were stored at some time. */
async function speaks(
  { workspace, actor }: Context,
  dialect: string,
  wording: object = { lists: [], tools: [], lines: [launched] },
): Promise<void> {
  await db.dialectWording.create({
    data: {
      workspaceId: workspace.id,
      dialect,
      hostVersion: "2.1.330",
      wording,
      digest,
      texts: 1,
      takenById: actor.userId,
      takenAt: new Date("2026-11-23T10:00:00Z"),
    },
  });
}
const actionsOf = async ({ workspace }: Context) =>
  (await db.audit.findMany({ where: { workspaceId: workspace.id } })).map(({ action }) => action);

describe("the words of a dialect", () => {
  it("are its host's where the workspace has taken them, and there alone", async () => {
    const [ines, stranger] = [await aContext(db), await aContext(db)];
    await speaks(ines, "claude-code");
    const worded = await wordedDialect(ines, claudeCodeDialect);
    expect(worded.launched?.({ name: "notes" })).toBe("Launching notes!");
    expect(worded.wording?.digest).toBe(digest);
    expect(await wordedDialect(ines, codexDialect)).toBe(codexDialect);
    expect(await wordedDialect(stranger, claudeCodeDialect)).toBe(claudeCodeDialect);
  });

  it.each([
    ["of another shape", { sentences: [] }],
    ["with other slots", { lists: [], tools: [], lines: [{ from: ["a"], to: ["a", "b"] }] }],
    ["without any text", { lists: [], tools: [], lines: [{ from: [], to: [] }] }],
  ])("are its own where what was stored is %s", async (_, wording) => {
    const ines = await aContext(db);
    await speaks(ines, "claude-code", wording);
    expect(await wordedDialect(ines, claudeCodeDialect)).toBe(claudeCodeDialect);
  });

  it("are listed by dialect, with who took them and when", async () => {
    const ines = await aContext(db, { name: "Ines" });
    await speaks(ines, "gemini-cli");
    await speaks(ines, "claude-code");
    const viewer = await aColleague(ines, "viewer");
    const listed = await listWordings(viewer);
    expect(listed.map(({ dialect }) => dialect)).toEqual(["claude-code", "gemini-cli"]);
    expect(listed[0]).toEqual({
      dialect: "claude-code",
      hostVersion: "2.1.330",
      texts: 1,
      digest,
      person: { id: ines.actor.userId, name: "Ines" },
      takenAt: "2026-11-23T10:00:00.000Z",
    });
    expect(await findWording(viewer, "gemini-cli")).toMatchObject({ dialect: "gemini-cli" });
    expect(await findWording(viewer, "codex")).toBeNull();
  });
});

describe("giving a dialect its own words back", () => {
  it("takes the host's away, and leaves a trail", async () => {
    const ines = await aContext(db);
    await speaks(ines, "claude-code");
    await speaks(ines, "codex");
    await revertWording(ines, { dialect: "claude-code" });
    expect((await listWordings(ines)).map(({ dialect }) => dialect)).toEqual(["codex"]);
    expect(await wordedDialect(ines, claudeCodeDialect)).toBe(claudeCodeDialect);
    expect(await actionsOf(ines)).toEqual(["dialect-wording.reverted"]);
  });

  it("reaches no other workspace", async () => {
    const [ines, stranger] = [await aContext(db), await aContext(db)];
    await speaks(ines, "claude-code");
    await expect(revertWording(stranger, { dialect: "claude-code" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await listWordings(ines)).toHaveLength(1);
    expect(await actionsOf(stranger)).toEqual([]);
  });

  it("is told to the second of two who do it at once", async () => {
    const ines = await aContext(db);
    const admin = await aColleague(ines, "admin");
    await speaks(ines, "claude-code");
    const both = await Promise.allSettled(
      [ines, admin].map((who) => revertWording(who, { dialect: "claude-code" })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "NOT_FOUND" } });
    expect(await actionsOf(ines)).toHaveLength(1);
  });

  it.each(["viewer", "author", "reviewer"] as const)("is not for a %s", async (role) => {
    const ines = await aContext(db);
    await speaks(ines, "claude-code");
    const colleague = await aColleague(ines, role);
    await expect(revertWording(colleague, { dialect: "claude-code" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    expect(await listWordings(ines)).toHaveLength(1);
  });

  it.each(["", "none", "\u0000", "a".repeat(5_000), "constructor"])(
    "of something that is no dialect finds nothing: %j",
    async (dialect) => {
      await expect(revertWording(await aContext(db), { dialect })).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
    },
  );
});

it("reads sentences around the same slots alone, and a digest of what was seen", () => {
  const wording = { lists: [{ before: launched, after: launched }], tools: [], lines: [launched] };
  expect(wordingSchema.parse(wording)).toEqual(wording);
  expect(wordingSchema.safeParse({ ...wording, lines: [{ from: ["a"], to: [] }] }).success).toBe(false);
  expect(takeWordingSchema.parse({ digest })).toEqual({ digest });
  for (const given of [{}, { digest: "x" }, { digest: digest.toUpperCase() }, { digest, more: 1 }])
    expect(takeWordingSchema.safeParse(given).success).toBe(false);
});
