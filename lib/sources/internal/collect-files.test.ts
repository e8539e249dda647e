import { describe, expect, it } from "vitest";
import { objectId } from "@/lib/git/objects";
import type { StoredObject } from "@/lib/git/read-pack";
import { collectFiles } from "./collect-files";

/** Objects as somebody could make them who means harm. */
class Objects extends Map<string, StoredObject> {
  blob(text: string | Buffer): string {
    const bytes = Buffer.from(text);
    const id = objectId("blob", bytes);
    this.set(id, { type: "blob", bytes });
    return id;
  }

  tree(entries: readonly (readonly [mode: string, name: string, id: string])[]): string {
    const bytes = Buffer.concat(
      entries.map(([mode, name, id]) =>
        Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, "hex")]),
      ),
    );
    const id = objectId("tree", bytes);
    this.set(id, { type: "tree", bytes });
    return id;
  }
}

const other = "9".repeat(40);

function collect(make: (objects: Objects) => string, folder = "") {
  const objects = new Objects();
  return collectFiles(objects, make(objects), folder);
}

describe("collectFiles", () => {
  it("lists files with their modes and links, and names submodules without following them", () => {
    const read = collect((objects) =>
      objects.tree([
        ["100644", "a.md", objects.blob("A")],
        ["100755", "run.sh", objects.blob("#!/bin/sh")],
        ["120000", "link", objects.blob("../../etc/passwd")],
        ["160000", "sub", other],
      ]),
    );
    expect(read.ok && read.value.contents.files.map(({ path, executable }) => [path, executable])).toEqual([
      ["a.md", false],
      ["run.sh", true],
    ]);
    expect(read.ok && read.value.contents.links).toEqual([
      { path: "link", target: "../../etc/passwd", isHard: false },
    ]);
    expect(read.ok && read.value.submodules).toEqual(["sub"]);
  });

  it.each(["..", "a/b", "../x", ".", ".git"])("uses nothing of a tree that names %j", (name) => {
    const read = collect((objects) => objects.tree([["100644", name, objects.blob("A")]]));
    expect(read).toEqual({ ok: false, error: "unsafe" });
  });

  it("uses nothing of a tree with a name of nothing", () => {
    const read = collect((objects) => objects.tree([["100644", "", objects.blob("A")]]));
    expect(read).toEqual({ ok: false, error: "damaged" });
  });

  it.each([
    [".GIT", "path-git"],
    ["con", "path-windows-name"],
    ["a\u0001", "path-control-character"],
    ["a\\b", "path-backslash"],
    ["aux:b", "path-windows-name"],
  ])("keeps %j alone out, wherever it lies, and says so", (name, rule) => {
    const read = collect((objects) => {
      const both = [
        ["100644", name, objects.blob("A")],
        ["100644", "b.md", objects.blob("B")],
      ] as const;
      return objects.tree([...both, ["40000", "docs", objects.tree(both)]]);
    });
    expect(read.ok && read.value.contents.barred).toMatchObject([
      { path: name, rule },
      { path: `docs/${name}`, rule },
    ]);
    expect(read.ok && read.value.contents.files.map(({ path }) => path)).toEqual(["b.md", "docs/b.md"]);
  });

  it("takes a file that an editor left in a folder, and keeps a drive and a name that is not UTF-8 out", () => {
    const read = collect((objects) => {
      const file = objects.blob("A");
      const latin = Buffer.concat([Buffer.from("100644 caf\u00e9\0", "latin1"), Buffer.from(file, "hex")]);
      const id = objectId("tree", latin);
      objects.set(id, { type: "tree", bytes: latin });
      const docs = objects.tree([["100644", "~$report.docx", file]]);
      return objects.tree([
        ["100644", "C:x", file],
        ["40000", "docs", docs],
        ["40000", "old", id],
      ]);
    });
    expect(read.ok && read.value.contents.files.map(({ path }) => path)).toEqual(["docs/~$report.docx"]);
    expect(read.ok && read.value.contents.barred).toMatchObject([
      { path: "C:x", rule: "path-absolute" },
      { path: "old/caf\ufffd", rule: "path-control-character", message: expect.stringContaining("UTF-8") },
    ]);
  });

  it("stores every name in NFC with a note, and finds a folder in either form", () => {
    const [composed, decomposed] = ["caf\u00e9", "cafe\u0301"];
    const make = (objects: Objects) => {
      const inside = objects.tree([
        ["100644", `${decomposed}.md`, objects.blob("A")],
        ["120000", `${decomposed}-link`, objects.blob("x")],
        ["160000", decomposed, other],
        ["100644", `${decomposed}.`, objects.blob("B")],
      ]);
      return objects.tree([["40000", decomposed, inside]]);
    };
    const read = collect(make);
    if (!read.ok) throw new Error(read.error);
    const { contents, submodules } = read.value;
    expect(contents.files.map(({ path }) => path)).toEqual([`${composed}/${composed}.md`]);
    expect(contents.links.map(({ path }) => path)).toEqual([`${composed}/${composed}-link`]);
    expect(contents.barred.map(({ path }) => path)).toEqual([`${composed}/${composed}.`]);
    expect(submodules).toEqual([`${composed}/${composed}`]);
    expect(contents.notes.map(({ rule, path }) => [rule, path])).toEqual([
      ["path-composed", `${composed}/${composed}.md`],
      ["path-composed", `${composed}/${composed}-link`],
    ]);
    for (const folder of [composed, decomposed])
      expect(collect(make, folder)).toMatchObject({
        value: { contents: { files: [{ path: `${composed}.md` }] } },
      });
  });

  it("never lists a tree of more entries than are read, nor looks for a folder in one", () => {
    const make = (objects: Objects) => {
      const file = objects.blob("A");
      return objects.tree(Array.from({ length: 10_001 }, (_, at) => ["100644", `f${at}`, file] as const));
    };
    expect(collect(make)).toEqual({ ok: false, error: "too-large" });
    expect(collect(make, "in")).toEqual({ ok: false, error: "too-large" });
  });

  it("takes a pointer to Git LFS for no content", () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 5\n`;
    const read = collect((objects) => objects.tree([["100644", "big.bin", objects.blob(pointer)]]));
    expect(read.ok && read.value.contents.files).toEqual([]);
    expect(read.ok && read.value.contents.barred[0]?.message).toMatch(/pointer to Git LFS/);
  });

  it("stops at one tree that stands in itself many times over", () => {
    const read = collect((objects) => {
      let id = objects.tree([["100644", "f", objects.blob("x")]]);
      for (let level = 0; level < 10; level++)
        id = objects.tree(Array.from({ length: 10 }, (_, at) => ["40000", `d${at}`, id] as const));
      return id;
    });
    expect(read).toEqual({ ok: false, error: "too-large" });
  });

  it("stops at folders without an end, and keeps out a file that is too large", () => {
    const deep = collect((objects) => {
      let id = objects.tree([["100644", "f", objects.blob("x")]]);
      for (let level = 0; level < 30; level++) id = objects.tree([["40000", "d", id]]);
      return id;
    });
    expect(deep.ok && deep.value.contents.files).toEqual([]);
    const large = collect((objects) =>
      objects.tree([["100644", "f", objects.blob(Buffer.alloc(10 * 1024 * 1024 + 1))]]),
    );
    expect(large.ok && large.value.contents.barred[0]?.message).toMatch(/larger than a file may be/);
  });

  it("reads one folder alone, and says when there is none", () => {
    const make = (objects: Objects) =>
      objects.tree([["40000", "in", objects.tree([["100644", "a", objects.blob("A")]])]]);
    const read = collect(make, "in");
    expect(read.ok && read.value.contents.files.map(({ path }) => path)).toEqual(["a"]);
    expect(collect(make, "in/a")).toEqual({ ok: false, error: "no-such-folder" });
    expect(collect(make, "out")).toEqual({ ok: false, error: "no-such-folder" });
  });

  it("uses nothing where an object is missing or is another thing", () => {
    expect(collect((objects) => objects.tree([["100644", "a", other]]))).toEqual({
      ok: false,
      error: "damaged",
    });
    const swapped = collect((objects) => objects.tree([["40000", "a", objects.blob("A")]]));
    expect(swapped).toEqual({ ok: false, error: "damaged" });
  });
});
