import { randomBytes } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import type { Context } from "@/lib/access/context";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { readArchive } from "@/lib/bundles/read-archive";
import { notify } from "@/lib/db/bus";
import { deleteSkill } from "@/lib/library/commands/delete-skill";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { ConcurrencySlots } from "@/lib/platform/concurrency-slots";
import { sha256 } from "@/lib/platform/crypto";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMachine } from "@/lib/testing/delivery/deliveries";
import { aPackage, skillText } from "@/lib/testing/packages";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";
import { getDeliveredArchive, getDeliveredFile } from "./get-delivered-bytes";

const { db } = testDatabase();
let made = 0;

/** An agent with one published skill and a machine that has fetched it, and one that nobody is delivered. */
async function aDesk() {
  made += 1;
  const context = await aContext(db);
  const name = `notes-${made}`;
  await aPackage(context, { name, files: { "references/a.md": `A ${made}\n` }, publishNote: "First" });
  await aPackage(context, { name: `hidden-${made}`, publishNote: "First" });
  const agent = await anAgentWith(context, [name], "Desk");
  const machine = await aMachine(context, agent);
  const manifest = await machine.manifest();
  const [skill] = manifest.skills;
  if (!skill) throw new Error("a skill is delivered");
  return { context, agent, name, machine, skill, asking: await machine.asking() };
}

async function empty(context: Context, agent: string) {
  const { revision } = await db.agent.findFirstOrThrow({
    where: { slug: agent, workspaceId: context.workspace.id },
  });
  await setAssignments(context, { agent, baseRevision: revision, items: [] });
}

describe("getDeliveredFile", () => {
  it("gives the bytes that the manifest names", async () => {
    const { agent, asking, skill, name } = await aDesk();
    expect(skill.files.map(({ path }) => path)).toEqual(["SKILL.md", "references/a.md"]);
    for (const file of skill.files) {
      const { content, etag } = await getDeliveredFile(asking, { agent, file: file.sha256 });
      expect([sha256(content), etag, content.byteLength]).toEqual([file.sha256, file.sha256, file.size]);
    }
    const document = await getDeliveredFile(asking, { agent, file: skill.files[0]?.sha256 ?? "" });
    expect(new TextDecoder().decode(document.content)).toBe(skillText(name));
  });

  it("gives what was delivered and is not any more, and nothing that never was", async () => {
    const { context, agent, machine, asking, skill } = await aDesk();
    await empty(context, agent);
    await vi.waitFor(async () => expect((await machine.manifest()).order).toEqual([]));
    const file = skill.files[1]?.sha256 ?? "";
    expect(sha256((await getDeliveredFile(asking, { agent, file })).content)).toBe(file);
    const hidden = sha256(skillText(`hidden-${made}`));
    for (const never of [hidden, "0".repeat(64), "nonsense", file.toUpperCase(), `${file}0`])
      await expect(getDeliveredFile(asking, { agent, file: never })).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
  });

  it("reads what was delivered before once, however much is asked that never was", async () => {
    const { context, agent, machine, asking, skill } = await aDesk();
    await empty(context, agent);
    await vi.waitFor(async () => expect((await machine.manifest()).order).toEqual([]));
    const file = skill.files[1]?.sha256 ?? "";
    await getDeliveredFile(asking, { agent, file });
    // Whoever reads a delivery again from here on finds nothing in it.
    await db.agentDelivery.updateMany({ where: { workspaceId: context.workspace.id }, data: { skills: [] } });
    const never = { code: "NOT_FOUND" };
    for (const other of ["0", "1", "2"]) {
      const digest = other.repeat(64);
      await expect(getDeliveredFile(asking, { agent, file: digest })).rejects.toMatchObject(never);
      const archive = `${digest}.zip`;
      await expect(getDeliveredArchive(asking, { agent, archive })).rejects.toMatchObject(never);
    }
    expect((await getDeliveredFile(asking, { agent, file })).etag).toBe(file);
    expect((await getDeliveredArchive(asking, { agent, archive: `${skill.archive}.zip` })).fileName).toMatch(
      /^notes-/,
    );
  });

  it("knows what was delivered since it last looked", async () => {
    const { context, agent, machine, asking } = await aDesk();
    const hidden = `hidden-${made}`;
    const file = sha256(skillText(hidden));
    await expect(getDeliveredFile(asking, { agent, file })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const { revision } = await db.agent.findFirstOrThrow({
      where: { slug: agent, workspaceId: context.workspace.id },
    });
    await setAssignments(context, { agent, baseRevision: revision, items: [{ skill: hidden }] });
    await vi.waitFor(async () => expect((await machine.manifest()).order).toEqual([hidden]));
    await empty(context, agent);
    await vi.waitFor(async () => expect((await machine.manifest()).order).toEqual([]));
    expect((await getDeliveredFile(asking, { agent, file })).etag).toBe(file);
  });

  it("gives nothing of another agent's delivery, and nothing of another workspace's", async () => {
    const { agent, asking } = await aDesk();
    const theirs = await aDesk();
    const file = theirs.skill.files[0]?.sha256 ?? "";
    await expect(getDeliveredFile(asking, { agent, file })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(
      getDeliveredArchive(asking, { agent, archive: `${theirs.skill.archive}.zip` }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("says of a withdrawn version's bytes that they are gone", async () => {
    const { context, agent, name, machine, asking, skill } = await aDesk();
    await withdrawVersion(context, { skill: name, number: 1, reason: "It leaks." });
    await vi.waitFor(async () => expect((await machine.manifest()).order).toEqual([]));
    const gone = { code: "GONE", message: expect.stringContaining("was withdrawn") };
    const file = skill.files[0]?.sha256 ?? "";
    await expect(getDeliveredFile(asking, { agent, file })).rejects.toMatchObject(gone);
    const archive = `${skill.archive}.zip`;
    await expect(getDeliveredArchive(asking, { agent, archive })).rejects.toMatchObject(gone);
  });

  it("gives nothing of a skill that was deleted", async () => {
    const { context, agent, name, machine, asking, skill } = await aDesk();
    await empty(context, agent);
    await deleteSkill(context, { skill: name, confirmName: name });
    await vi.waitFor(async () => expect((await machine.manifest()).order).toEqual([]));
    const file = skill.files[0]?.sha256 ?? "";
    await expect(getDeliveredFile(asking, { agent, file })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("getDeliveredArchive", () => {
  it("is made once for all who ask at the same time, and kept also where it is large", async () => {
    made += 1;
    const context = await aContext(db);
    const picture = randomBytes(9 * 1024 * 1024);
    await aPackage(context, { name: `large-${made}`, files: { "a.bin": picture }, publishNote: "First" });
    const agent = await anAgentWith(context, [`large-${made}`], "Desk");
    const machine = await aMachine(context, agent);
    const [skill] = (await machine.manifest()).skills;
    const asking = await machine.asking();
    const ask = () => getDeliveredArchive(asking, { agent, archive: `${skill?.archive}.zip` });
    const [first, ...others] = await Promise.all(Array.from({ length: 12 }, ask));
    for (const other of [...others, await ask()]) expect(other).toBe(first);
    const file = sha256(picture);
    const files = await Promise.all([1, 2].map(() => getDeliveredFile(asking, { agent, file })));
    expect(files[1]).toBe(files[0]);
  });

  it("waits for its turn to be packed, and says when to come back where too many do", async () => {
    const { agent, asking, skill } = await aDesk();
    globalThis.greenroomPackingSlots = new ConcurrencySlots({ each: 0, all: 0, waiting: 0, waitMs: 0 });
    const ask = () => getDeliveredArchive(asking, { agent, archive: `${skill.archive}.zip` });
    await expect(ask()).rejects.toMatchObject({ code: "UNAVAILABLE", retryAfterSeconds: 5 });
    globalThis.greenroomPackingSlots = undefined;
    expect((await ask()).fileName).toMatch(/\.zip$/);
  });

  it("is a zip with the files at its root, the same bytes each time, also once it was delivered before", async () => {
    const { context, agent, machine, asking, skill, name } = await aDesk();
    const archive = `${skill.archive}.zip`;
    const first = await getDeliveredArchive(asking, { agent, archive });
    expect(first).toMatchObject({
      fileName: `${name}.zip`,
      mediaType: "application/zip",
      etag: sha256(first.content),
    });
    const read = await readArchive(first.content, { fileName: "a.zip" });
    if (!read.ok) throw new Error("it can be read");
    expect(read.value.files.map(({ path }) => path).sort()).toEqual(["SKILL.md", "references/a.md"]);
    await empty(context, agent);
    await vi.waitFor(async () => expect((await machine.manifest()).order).toEqual([]));
    globalThis.greenroomDeliveredBytes?.clear();
    expect(await getDeliveredArchive(asking, { agent, archive })).toEqual(first);
  });

  it("keeps what is executable, under a name of its own: the package's digest says nothing of it", async () => {
    const { context, agent, machine, asking, skill } = await aDesk();
    const before = await db.version.findUniqueOrThrow({
      where: { id: skill.version.id },
      include: { files: true },
    });
    const { id: _, files, approval: __, ...row } = before;
    await db.version.create({
      data: {
        ...row,
        number: 2,
        dismissals: [],
        createdAt: context.now(),
        files: {
          create: files.map(({ path, size, sha256 }) => {
            const executable = path !== "SKILL.md";
            return { path, size, sha256, executable, workspaceId: context.workspace.id };
          }),
        },
      },
    });
    await notify(context, { topic: "library", workspaceId: context.workspace.id });
    const [now] = await vi.waitFor(async () => {
      const { skills } = await machine.manifest();
      expect(skills[0]?.version.number).toBe(2);
      return skills;
    });
    expect(now?.version.digest).toBe(skill.version.digest);
    expect(now?.files.map(({ executable }) => executable)).toEqual([false, true]);
    expect(now?.archive).not.toBe(skill.archive);
    const { content } = await getDeliveredArchive(asking, { agent, archive: `${now?.archive}.zip` });
    const read = await readArchive(content, { fileName: "a.zip" });
    const programs = read.ok ? read.value.files.filter(({ executable }) => executable) : [];
    expect(programs.map(({ path }) => path)).toEqual(["references/a.md"]);
    const old = await getDeliveredArchive(asking, { agent, archive: `${skill.archive}.zip` });
    expect(old.etag).not.toBe(sha256(content));
  });

  it("is not there for what names none", async () => {
    const { agent, asking, skill } = await aDesk();
    const file = skill.files[0]?.sha256 ?? "";
    for (const archive of ["nonsense", `${file}.zip`, `${skill.archive}.tar`, ".zip"])
      await expect(getDeliveredArchive(asking, { agent, archive })).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
  });
});
