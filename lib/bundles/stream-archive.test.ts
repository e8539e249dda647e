import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FileBytes } from "./package-bytes";
import { readArchive } from "./read-archive";
import { type FileGroups, streamArchive } from "./stream-archive";

const formats = ["zip", "tar.gz"] as const;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const file = (path: string, text: string): FileBytes => ({ path, bytes: bytesOf(text) });

async function* from(groups: readonly (readonly FileBytes[])[]): FileGroups {
  for (const group of groups) yield group;
}

const collect = async (groups: FileGroups, format: (typeof formats)[number]) =>
  new Uint8Array(await buffer(streamArchive(groups, format)));

async function filesIn(archive: Uint8Array): Promise<Record<string, string>> {
  const contents = await readArchive(archive, { fileName: "many.zip" });
  if (!contents.ok) throw new Error(contents.error.message);
  const decoder = new TextDecoder();
  return Object.fromEntries(contents.value.files.map(({ path, bytes }) => [path, decoder.decode(bytes)]));
}

describe.each(formats)("an archive written as %s while its files come in", (format) => {
  it("holds every file, sorted within its group, and an empty group is nothing", async () => {
    const groups = [
      [file("a/two.md", "2"), file("a/SKILL.md", "1"), file("a/empty", "")],
      [],
      [file("b/SKILL.md", "3")],
      [file("report.json", "{}")],
    ];
    const files = await filesIn(await collect(from(groups), format));
    expect(files).toEqual({
      "a/SKILL.md": "1",
      "a/empty": "",
      "a/two.md": "2",
      "b/SKILL.md": "3",
      "report.json": "{}",
    });
    expect(Object.keys(files)[0]).toBe("a/SKILL.md");
  });

  it("is the same bytes for the same files, however they come", async () => {
    const groups = [[file("a/1", "one".repeat(10_000)), file("a/2", "two")], [file("b/1", "three")]];
    async function* slowly() {
      for (const group of groups) {
        await setImmediate();
        yield group.toReversed();
      }
    }
    expect(await collect(slowly(), format)).toEqual(await collect(from(groups), format));
  });

  it("brings any contents back", async () => {
    const contents = fc.array(fc.uint8Array({ maxLength: 400 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(contents, fc.integer({ min: 1, max: 4 }), async (all, size) => {
        const files = all.map((bytes, at) => ({ path: `s${Math.floor(at / size)}/f${at}`, bytes }));
        const groups = Array.from({ length: Math.ceil(files.length / size) }, (_, at) =>
          files.slice(at * size, (at + 1) * size),
        );
        const read = await readArchive(await collect(from(groups), format), { fileName: "many" });
        if (!read.ok) throw new Error(read.error.message);
        const found = new Map(read.value.files.map(({ path, bytes }) => [path, [...bytes]]));
        for (const { path, bytes } of files) expect(found.get(path)).toEqual([...bytes]);
        expect(found.size).toBe(files.length);
      }),
      { numRuns: 60 },
    );
  });

  it("asks for no more than it can write: a slow reader keeps the rest where it is", async () => {
    let given = 0;
    async function* large() {
      for (; given < 200; given += 1) {
        // Random bytes stay as large as they are.
        const bytes = crypto.getRandomValues(new Uint8Array(60_000));
        yield [{ path: `s${given}/SKILL.md`, bytes }];
      }
    }
    const archive = streamArchive(large(), format);
    const reader = archive[Symbol.asyncIterator]();
    await reader.next();
    for (let turn = 0; turn < 200; turn += 1) await setImmediate();
    expect(given).toBeLessThan(40);
    await reader.return?.();
  });

  it("ends its files when nobody reads it any more", async () => {
    const ended = Promise.withResolvers<void>();
    async function* endless() {
      try {
        for (let at = 0; ; at += 1)
          yield [{ path: `s${at}/f`, bytes: crypto.getRandomValues(new Uint8Array(60_000)) }];
      } finally {
        ended.resolve();
      }
    }
    const archive = streamArchive(endless(), format);
    await archive[Symbol.asyncIterator]().next();
    archive.destroy();
    await ended.promise;
  });

  it("breaks off with the error of its files", async () => {
    async function* failing() {
      yield [file("a/SKILL.md", "1")];
      throw new Error("The database is gone.");
    }
    await expect(collect(failing(), format)).rejects.toThrow("The database is gone.");
  });
});
