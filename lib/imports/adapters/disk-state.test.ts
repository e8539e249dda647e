import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { aFolder, writeFiles } from "@/lib/testing/folders";
import { readDiskState } from "./disk-state";

const files = { "pdf/SKILL.md": "one", "pdf/scripts/run.sh": "two", "notes/SKILL.md": "three" };
const stateOf = async (...folders: string[]) => (await readDiskState(folders)).fingerprint;

describe("the state of a folder", () => {
  it("is the same while nothing happens, and names every folder in it", async () => {
    const folder = aFolder(files);
    const state = await readDiskState([folder]);
    expect(await readDiskState([folder])).toEqual(state);
    const inside = ["", "notes", "pdf", "pdf/scripts"].map((name) => path.join(folder, name));
    expect(state.folders.toSorted()).toEqual(inside);
  });

  it.each<[string, (folder: string) => void]>([
    ["a file was added", (at) => writeFiles(at, { "pdf/a.md": "A" })],
    ["a file was removed", (at) => rmSync(path.join(at, "pdf/scripts/run.sh"))],
    ["a file was written", (at) => writeFileSync(path.join(at, "pdf/SKILL.md"), "longer")],
    [
      "as much was written at the very same time",
      (at) => {
        const file = path.join(at, "pdf/SKILL.md");
        rmSync(file);
        writeFileSync(file, "eno");
        utimesSync(file, 1, 1);
      },
    ],
    ["a file was made executable", (at) => chmodSync(path.join(at, "pdf/scripts/run.sh"), 0o755)],
    ["a folder was renamed", (at) => renameSync(path.join(at, "pdf"), path.join(at, "papers"))],
    ["an empty folder was made", (at) => mkdirSync(path.join(at, "new"))],
    ["a link was made", (at) => symlinkSync("notes", path.join(at, "link"))],
    ["all is gone", (at) => rmSync(at, { recursive: true })],
  ])("is another one when %s", async (_, act) => {
    const folder = aFolder(files);
    const before = await stateOf(folder);
    act(folder);
    expect(await stateOf(folder)).not.toBe(before);
  });

  it("has what links lead to in it, and ends where they lead in a circle", async () => {
    const folder = aFolder({ "shared/.pdf/SKILL.md": "one", "notes/SKILL.md": "two" });
    symlinkSync(path.join(folder, "shared/.pdf"), path.join(folder, "pdf"));
    symlinkSync(folder, path.join(folder, "notes/again"));
    symlinkSync("nowhere", path.join(folder, "dangling"));
    const before = await stateOf(folder);
    expect(await stateOf(folder)).toBe(before);
    writeFileSync(path.join(folder, "shared/.pdf/SKILL.md"), "changed");
    expect(await stateOf(folder)).not.toBe(before);
  });

  it("does not go out of the folder by a link, and sees where one leads", async () => {
    const [elsewhere, folder] = [aFolder({ "pdf/SKILL.md": "one" }), aFolder(files)];
    const link = path.join(folder, "out");
    symlinkSync(elsewhere, link);
    const state = await readDiskState([folder]);
    expect(state.folders.filter((at) => at.startsWith(link))).toEqual([]);
    writeFileSync(path.join(elsewhere, "pdf/SKILL.md"), "changed");
    expect(await stateOf(folder)).toBe(state.fingerprint);
    rmSync(link);
    symlinkSync(path.join(elsewhere, "pdf"), link);
    expect(await stateOf(folder)).not.toBe(state.fingerprint);
  });

  it("goes by where a folder really lies, when its own path is a link", async () => {
    const [behind, link] = [aFolder(files), path.join(aFolder({}), "skills")];
    symlinkSync(behind, link);
    const before = await stateOf(link);
    writeFileSync(path.join(behind, "pdf/SKILL.md"), "changed");
    expect(await stateOf(link)).not.toBe(before);
  });

  it("leaves out what no skill has, and does without a folder that is not there", async () => {
    const folder = aFolder(files);
    const before = await stateOf(folder);
    writeFiles(folder, { "node_modules/a/index.js": "A", ".git/config": "B", "pdf/.DS_Store": "C" });
    expect(await stateOf(folder)).toBe(before);
    const missing = await readDiskState([path.join(folder, "missing")]);
    expect(missing.folders).toEqual([]);
    expect(missing.fingerprint).not.toBe(await stateOf());
  });
});
