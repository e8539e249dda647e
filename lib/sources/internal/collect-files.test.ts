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

  it.each(["..", "a/b", "../x", "", ".", "a\\b"])("uses nothing of a tree that names %j", (name) => {
    const read = collect((objects) => objects.tree([["100644", name, objects.blob("A")]]));
    expect(read).toEqual({ ok: false, error: "unsafe" });
  });

  it.each([".git", ".GIT", "con", "a\u0001"])("keeps %j out, and says so", (name) => {
    const read = collect((objects) =>
      objects.tree([
        ["100644", name, objects.blob("A")],
        ["100644", "b.md", objects.blob("B")],
      ]),
    );
    expect(read.ok && read.value.contents.barred.map(({ path }) => path)).toEqual([name]);
    expect(read.ok && read.value.contents.files.map(({ path }) => path)).toEqual(["b.md"]);
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
