import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { editAgent } from "@/lib/agents/commands/edit-agent";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import type { AssignmentInput } from "@/lib/agents/schema";
import { inTransaction } from "@/lib/db/transaction";
import { archiveSkill } from "@/lib/library/commands/archive-skill";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { createPackage } from "@/lib/library/writes/create-package";
import { sha256 } from "@/lib/platform/crypto";
import { packageDigest } from "@/lib/skills/digest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage, skillText } from "@/lib/testing/packages";
import { aSkill } from "@/lib/testing/skills";
import type { DeliverySource } from "./delivery-source";
import { readDelivery } from "./read-delivery";

const { db } = testDatabase();

async function anAgent(context: Context, items: AssignmentInput[], dialect?: "orion") {
  const { id, slug, revision } = await createAgent(context, { name: "Desk" });
  const set = await setAssignments(context, { agent: slug, baseRevision: revision, items });
  if (dialect) await editAgent(context, { agent: slug, baseRevision: set.revision, dialect, mode: "eager" });
  return { agentId: id, source: { kind: "agent", agentId: id } satisfies DeliverySource };
}

describe("readDelivery of an agent", () => {
  it("says of each skill which version, by whom, and every file, in order of priority", async () => {
    const context = await aContext(db, { name: "Ines" });
    await aPackage(context, { name: "plain", publishNote: "First" });
    await aPackage(context, { name: "notes", files: { "references/a.md": "A\n" }, publishNote: "Second" });
    const { source } = await anAgent(context, [{ skill: "plain" }, { skill: "notes" }]);

    const { skills, leftOut, digest } = await readDelivery(context, source);

    expect(leftOut).toEqual([]);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(skills.map(({ name }) => name)).toEqual(["plain", "notes"]);
    const files = [
      { path: "SKILL.md", text: skillText("notes") },
      { path: "references/a.md", text: "A\n" },
    ].map(({ path, text }) => ({ path, sha256: sha256(text), size: text.length, executable: false }));
    expect(skills[1]).toMatchObject({
      name: "notes",
      skill: "notes",
      follows: "latest",
      label: null,
      files,
      version: {
        number: 1,
        note: "Second",
        approvedBy: [],
        digest: packageDigest(files, sha256),
        publishedBy: { id: context.actor.userId, name: "Ines" },
        publishedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    });
  });

  it("names whose approvals counted, as they are called now", async () => {
    const context = await aContext(db, { name: "Ines" });
    const { id: skillId } = await aSkill(context, { name: "approved", versions: 1 });
    const person = { id: context.actor.userId, name: "As she was called" };
    const at = "2026-01-02T03:04:05.000Z";
    const first = await db.version.findFirstOrThrow({ where: { skillId } });
    const approvals = [{ by: person, at, opened: [] }];
    const approval = { review: 1, authors: [], approvals, met: true, bypass: null };
    const { id: _, ...row } = first;
    await db.version.create({ data: { ...row, number: 2, dismissals: [], approval } });
    const { source } = await anAgent(context, [{ skill: "approved" }]);
    const { skills } = await readDelivery(context, source);
    expect(skills[0]?.version.approvedBy).toEqual([{ id: person.id, name: "Ines", at }]);
  });

  it("leaves out what cannot go and names it; the others go", async () => {
    const context = await aContext(db);
    await aPackage(context, { name: "plain", publishNote: "First" });
    await aPackage(context, { name: "drafted", publishNote: "First" });
    await aPackage(context, { name: "archived", publishNote: "First" });
    await aPackage(context, { name: "unpublished" });
    await aPackage(context, { name: "off", publishNote: "First" });
    const { source } = await anAgent(context, [
      { skill: "drafted", follows: "draft" },
      { skill: "archived" },
      { skill: "plain" },
      { skill: "unpublished" },
      { skill: "off", enabled: false },
    ]);
    await archiveSkill(context, { skill: "archived" });

    const { skills, leftOut } = await readDelivery(context, source);

    expect(skills.map(({ name }) => name)).toEqual(["plain"]);
    expect(leftOut.map(({ skill, reason }) => [skill, reason])).toEqual([
      ["drafted", "draft"],
      ["archived", "archived"],
      ["unpublished", "no-version"],
    ]);
  });

  it("delivers the version before one that is withdrawn, and nothing of a pin on it", async () => {
    const context = await aContext(db);
    await aSkill(context, { name: "followed", versions: 2 });
    await aSkill(context, { name: "pinned", versions: 2 });
    const { source } = await anAgent(context, [
      { skill: "followed" },
      { skill: "pinned", follows: "version", version: 2 },
    ]);
    const before = await readDelivery(context, source);
    for (const skill of ["followed", "pinned"])
      await withdrawVersion(context, { skill, number: 2, reason: "It leaks." });
    const after = await readDelivery(context, source);
    expect(before.skills.map(({ version }) => version.number)).toEqual([2, 2]);
    expect(after.skills.map(({ name, version }) => [name, version.number])).toEqual([["followed", 1]]);
    expect(after.leftOut).toMatchObject([
      { skill: "pinned", reason: "withdrawn", why: expect.stringContaining("It leaks.") },
    ]);
    expect(after.digest).not.toBe(before.digest);
  });

  it("leaves out what the agent's host does not load, with rule and line", async () => {
    const context = await aContext(db);
    await aPackage(context, { name: "plain", publishNote: "First" });
    const text = "---\nname: toolbox\ndescription: Has tools.\ntools: Read\n---\n\nWrite.\n";
    await inTransaction(context, (context) =>
      createPackage(context, {
        name: "toolbox",
        files: [{ path: "SKILL.md", text }],
        publishNote: "First",
      }),
    );
    const { source } = await anAgent(context, [{ skill: "toolbox" }, { skill: "plain" }], "orion");
    const { skills, leftOut } = await readDelivery(context, source);
    expect(skills.map(({ name }) => name)).toEqual(["plain"]);
    expect(leftOut).toMatchObject([
      {
        skill: "toolbox",
        reason: "host-refuses",
        why: expect.stringMatching(/^Orion does not load it \(SKILL\.md, line 4\)/),
      },
    ]);
  });

  it("is not there for another workspace", async () => {
    const context = await aContext(db);
    await aPackage(context, { name: "plain", publishNote: "First" });
    const { source } = await anAgent(context, [{ skill: "plain" }]);
    await expect(readDelivery(await aContext(db), source)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("readDelivery of a label", () => {
  it("gives the labelled version of each skill that has it, by name", async () => {
    const context = await aContext(db);
    await aSkill(context, { name: "b", versions: 2, labels: { stable: 1 } });
    await aSkill(context, { name: "a", versions: 1, labels: { stable: 1 } });
    await aSkill(context, { name: "c", versions: 1 });
    await aSkill(context, { name: "d", versions: 1, labels: { stable: 1 }, archived: true });
    const { skills, leftOut } = await readDelivery(context, { kind: "label", label: "stable" });
    expect(skills.map(({ name, version, label }) => [name, version.number, label])).toEqual([
      ["a", 1, "stable"],
      ["b", 1, "stable"],
    ]);
    expect(leftOut.map(({ skill, reason }) => [skill, reason])).toEqual([["d", "archived"]]);
  });
});

describe("readDelivery of a selection", () => {
  it("gives each once, at its latest version or at the label, and nothing of elsewhere", async () => {
    const context = await aContext(db);
    const one = await aSkill(context, { name: "one", versions: 2, labels: { stable: 1 } });
    const two = await aSkill(context, { name: "two", versions: 1 });
    const theirs = await aSkill(await aContext(db), { name: "theirs", versions: 1 });
    const skillIds = [two.id, one.id, one.id, theirs.id];
    const latest = await readDelivery(context, { kind: "selection", skillIds, label: null });
    expect(latest.skills.map(({ name, version }) => [name, version.number])).toEqual([
      ["one", 2],
      ["two", 1],
    ]);
    const stable = await readDelivery(context, { kind: "selection", skillIds, label: "stable" });
    expect(stable.skills.map(({ name, version }) => [name, version.number])).toEqual([["one", 1]]);
    expect(stable.leftOut).toMatchObject([{ skill: "two", reason: "no-version" }]);
  });
});
