import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { isSealed, readArchive, writeArchive } from "./backup-archive.mjs";

const root = fs.mkdtempSync(path.join(os.tmpdir(), "greenroom-archive-"));
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));
let file;
let count = 0;
beforeEach(() => {
  fs.mkdirSync(path.join(root, String(++count)));
  file = path.join(root, String(count), "a.backup");
});

async function read() {
  const entries = [];
  for await (const { name, bytes } of readArchive(file, async () => "")) entries.push([name, bytes]);
  return entries;
}

async function write(entries) {
  const archive = writeArchive({ file });
  for (const [name, bytes] of entries) await archive.add(name, bytes);
  return archive.finish();
}

describe("the file of a backup", () => {
  it("gives back what was put in, in its order, and is its owner's alone", async () => {
    const entries = [
      ["backup.json", Buffer.from("{}")],
      ["tables/A/000001.copy", randomBytes(3_000_000)],
      ["tables/A/000002.copy", Buffer.alloc(0)],
      ["manifest.json", Buffer.from("[]")],
    ];
    const size = await write(entries);
    expect(fs.statSync(file).size).toBe(size);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(isSealed(file)).toBe(false);
    const found = await read();
    expect(found.map(([name]) => name)).toEqual(entries.map(([name]) => name));
    expect(found.every(([, bytes], at) => bytes.equals(entries[at][1]))).toBe(true);
  });

  it("has its name only when it is whole, and overwrites nothing", async () => {
    const archive = writeArchive({ file });
    await archive.add("backup.json", Buffer.from("{}"));
    expect(fs.existsSync(file)).toBe(false);
    await archive.abandon();
    expect(fs.readdirSync(path.dirname(file))).toEqual([]);
    await write([["backup.json", Buffer.from("{}")]]);
    expect(() => writeArchive({ file })).toThrow("is there already; nothing is overwritten");
  });

  it("says which folder is missing, and what is no file of a backup", async () => {
    file = path.join(root, "nowhere", "a.backup");
    const archive = writeArchive({ file });
    await expect(archive.add("a", Buffer.from("a")).then(() => archive.finish())).rejects.toThrow(
      `there is no folder ${path.join(root, "nowhere")} (ENOENT)`,
    );
    await archive.abandon();
    expect(() => isSealed(file)).toThrow(`there is no file ${file}`);
    expect(() => isSealed(root)).toThrow("is a folder");
  });

  it("says of every cut that the end is missing, and of a changed byte that it is damaged", async () => {
    await write([["tables/A/000001.copy", randomBytes(100_000)]]);
    const bytes = fs.readFileSync(file);
    for (const length of [20, 5_000, bytes.length - 9, bytes.length - 1]) {
      fs.writeFileSync(file, bytes.subarray(0, length));
      await expect(read()).rejects.toThrow("the backup is cut off: its end is missing");
    }
    const changed = Buffer.from(bytes);
    changed[60_000] ^= 1;
    fs.writeFileSync(file, changed);
    await expect(read()).rejects.toThrow(/^the backup is damaged: /);
  });
});
