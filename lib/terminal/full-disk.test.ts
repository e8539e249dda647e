import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { aPuller, sendJson } from "@/lib/testing/delivery/stub-delivery";
import { aTerminal } from "@/lib/testing/delivery/terminals";
import { writeFiles } from "@/lib/testing/folders";
import { lockFileName, workFolder } from "./lock-file";
import { sha256Of } from "./sha256";

/** Which files the disk has no room for: they are made, and stay empty. */
const disk = vi.hoisted(() => ({ hasNoRoomFor: (_place: string): boolean => false }));
const noRoom = () => Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });

vi.mock(import("node:fs/promises"), async (original) => {
  const real = await original();
  const writeFile: typeof real.writeFile = async (place, data, options) => {
    const isFull = disk.hasNoRoomFor(String(place));
    await real.writeFile(place, isFull ? "" : data, options);
    if (isFull) throw noRoom();
  };
  return { ...real, writeFile };
});
vi.mock(import("node:fs"), async (original) => {
  const real = await original();
  const writeFileSync: typeof real.writeFileSync = (place, data, options) => {
    const isFull = disk.hasNoRoomFor(String(place));
    real.writeFileSync(place, isFull ? "" : data, options);
    if (isFull) throw noRoom();
  };
  return { ...real, writeFileSync };
});

const fill = (part: string): void => {
  disk.hasNoRoomFor = (place) => place.includes(part);
};
const free = (): void => {
  disk.hasNoRoomFor = () => false;
};
afterEach(free);

const skill = (text: string, version: number) => ({
  name: "notes",
  version,
  files: { "SKILL.md": `# Notes ${text}\n`, "references/a.md": `A ${text}\n`, "run.sh": "echo\n" },
});
const read = (...parts: string[]) => readFileSync(path.join(...parts), "utf8");

/** A folder with version 1, and a server that has version 2. */
async function aFolderBehind() {
  const client = await aPuller(skill("one", 1));
  expect((await client.pull()).code).toBe(0);
  client.publish(skill("two", 2));
  return { ...client, folder: path.join(client.home, "skills") };
}
const fullDisk = (command: string) => ({
  command,
  ok: false,
  error: { kind: "machine", message: expect.stringContaining("the disk is full; free some space and try") },
});

describe("a pull on a disk that is full", () => {
  it.each([
    ["a file of a skill", "references/a.md"],
    ["its SKILL.md", `${workFolder}/new/notes/SKILL.md`],
    ["what it is about to swap", "plan.json"],
  ])("leaves the skill as it was where there is no room for %s", async (_, part) => {
    const { folder, pull } = await aFolderBehind();
    const before = read(folder, lockFileName);
    fill(part);
    const { code, document, err } = await pull("--json");
    expect([code, document()]).toEqual([4, fullDisk("pull")]);
    expect(err).toMatch(/^Error: .+ \(ENOSPC\)\.\n$/);
    expect([read(folder, "notes/SKILL.md"), read(folder, "notes/references/a.md")]).toEqual([
      "# Notes one\n",
      "A one\n",
    ]);
    expect(read(folder, lockFileName)).toBe(before);
    free();
    expect((await pull()).out).toBe("updated      notes v2\n1 skill in skills as delivered.\n");
    expect(readdirSync(folder).sort()).toEqual([lockFileName, "notes"]);
    expect(read(folder, "notes/references/a.md")).toBe("A two\n");
  });

  it("leaves nothing half made of the files that it fetched", async () => {
    const { folder, pull } = await aFolderBehind();
    fill("references/a.md");
    expect((await pull()).code).toBe(4);
    expect(readdirSync(folder).sort()).toEqual([lockFileName, "notes"]);
  });

  it("goes on from new skills where there was no room for the lock file alone", async () => {
    const { folder, pull, run } = await aFolderBehind();
    const before = read(folder, lockFileName);
    fill(`${lockFileName}.next`);
    const { code, document } = await pull("--json");
    expect([code, document()]).toEqual([4, fullDisk("pull")]);
    expect([read(folder, lockFileName), read(folder, "notes/SKILL.md")]).toEqual([before, "# Notes two\n"]);
    expect(existsSync(path.join(folder, `${lockFileName}.next`))).toBe(false);
    free();
    expect((await pull()).out).toBe("1 skill in skills as delivered.\n");
    expect((await run("verify", "skills")).code).toBe(0);
    expect(JSON.parse(read(folder, lockFileName))).toMatchObject({ skills: [{ name: "notes", version: 2 }] });
    expect(existsSync(path.join(folder, workFolder))).toBe(false);
  });

  it("goes on from the first pull of all, too", async () => {
    const { pull, run } = await aPuller(skill("one", 1));
    fill(`${lockFileName}.next`);
    expect((await pull()).code).toBe(4);
    expect((await run("verify", "skills")).code).toBe(64);
    free();
    expect((await pull()).code).toBe(0);
    expect((await run("verify", "skills")).code).toBe(0);
  });

  it("says where the folder itself cannot be made", async () => {
    const { home, run } = await aPuller(skill("one", 1));
    writeFiles(home, { file: "in the way" });
    for (const into of ["file", "file/skills"]) {
      const { code, document } = await run("pull", "--into", into, "--json");
      expect([code, document()]).toMatchObject([4, { command: "pull", error: { kind: "machine" } }]);
    }
  });
});

describe("a login on a disk that is full", () => {
  it("keeps the keys that were kept, and nothing of the new one", async () => {
    const { agent, workspace, answer } = await aPuller(skill("one", 1));
    const { run, terminal } = aTerminal({ readInput: async () => "grk_of_the_desk" });
    expect((await run("login", agent)).code).toBe(0);
    const before = read(terminal.configFolder, "servers.json");
    answer((response) => sendJson(response, 200, { items: [] }));
    fill("servers.json");
    const { code, document, out } = await run("login", workspace, "--json");
    expect([code, document()]).toEqual([4, fullDisk("login")]);
    expect(out).not.toContain("grk_");
    expect(read(terminal.configFolder, "servers.json")).toBe(before);
    expect(readdirSync(terminal.configFolder)).toEqual(["servers.json"]);
    const logout = await run("logout", "--all", "--json");
    expect([logout.code, logout.document()]).toEqual([4, fullDisk("logout")]);
    expect(read(terminal.configFolder, "servers.json")).toBe(before);
  });
});

describe("a report on a disk that is full", () => {
  it("is told to people after what was found, and to programs as one document", async () => {
    const { home, run } = aTerminal();
    writeFiles(home, { "notes/SKILL.md": "# Notes\n" });
    fill("report.xml");
    const people = await run("validate", "--junit", "report.xml");
    expect([people.code, people.out]).toEqual([4, expect.stringContaining("notes/SKILL.md:")]);
    expect(people.err).toMatch(/^Error: The report .+report\.xml cannot be written: the disk is full;/);
    const { code, document } = await run("validate", "--junit", "report.xml", "--json");
    expect([code, document()]).toEqual([4, fullDisk("validate")]);
  });
});

describe("a push on a disk that is full", () => {
  it("saves no draft that it cannot remember, and goes on when somebody has looked", async () => {
    const files = [{ path: "SKILL.md", sha256: sha256Of("Template\n"), executable: false }];
    const draft = { revision: 1, digest: "a".repeat(64), files };
    let isThere = false;
    const { home, run, requests, answer } = await aPuller();
    answer((response, { path: asked }) => {
      if (asked.endsWith("/changes")) return sendJson(response, 200, { ...draft, revision: 2 });
      if (asked.endsWith("/draft")) return sendJson(response, isThere ? 200 : 404, draft);
      isThere = true;
      return sendJson(response, 201, {});
    });
    const saved = () => requests.filter((one) => one.path.endsWith("/changes")).length;
    writeFiles(home, { "skills/notes/SKILL.md": "---\nname: notes\n---\n" });
    fill(".greenroom-drafts.json");
    const { code, document } = await run("push", "skills", "--json");
    const told = { skill: "notes", outcome: "failed", why: expect.stringContaining("the disk is full") };
    const pushed = { ...fullDisk("push"), skills: [expect.objectContaining(told)], failures: [] };
    expect([code, document(), saved()]).toEqual([4, pushed, 0]);
    expect(readdirSync(path.join(home, "skills"))).toEqual(["notes"]);
    free();
    const next = await run("push", "skills");
    expect([next.code, next.out, saved()]).toEqual([1, expect.stringContaining(`--onto ${draft.digest}`), 0]);
    expect((await run("push", "skills", "--onto", draft.digest)).code).toBe(0);
    expect(saved()).toBe(1);
  });
});
