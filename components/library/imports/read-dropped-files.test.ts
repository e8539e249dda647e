import { describe, expect, it } from "vitest";
import { chosenFiles, readDroppedFiles } from "./read-dropped-files";

type Tree = { [name: string]: Tree | string };

/** A FileSystemEntry that answers directories in batches of two, as browsers answer them in batches of 100. */
function entry(name: string, content: Tree | string, parent = ""): FileSystemEntry {
  const fullPath = `${parent}/${name}`;
  const base = { name, fullPath, filesystem: {} as FileSystem, getParent: () => {} };
  if (typeof content === "string") {
    return {
      ...base,
      isFile: true,
      isDirectory: false,
      file: (done: (file: File) => void, fail: (error: Error) => void) =>
        content === "!" ? fail(new Error("not allowed")) : done(new File([content], name)),
    } as FileSystemEntry;
  }
  return {
    ...base,
    isFile: false,
    isDirectory: true,
    createReader: () => {
      const left = Object.entries(content).map(([child, value]) => entry(child, value, fullPath));
      return { readEntries: (done: (entries: FileSystemEntry[]) => void) => done(left.splice(0, 2)) };
    },
  } as unknown as FileSystemEntry;
}

const read = (entries: FileSystemEntry[], signal = new AbortController().signal) => {
  const counts: number[] = [];
  return readDroppedFiles(entries, { signal, onFound: (count) => counts.push(count) }).then((result) => ({
    ...result,
    paths: result.files.map((file) => file.path),
    counts,
  }));
};

describe("readDroppedFiles", () => {
  it("walks a folder to its last batch and keeps paths relative to what was dropped", async () => {
    const folder = entry("skills", { "SKILL.md": "a", references: { a: "1", b: "2", c: "3" } });
    const { paths, counts } = await read([folder, entry("other.zip", "zip")]);
    expect(paths).toEqual([
      "skills/SKILL.md",
      "skills/references/a",
      "skills/references/b",
      "skills/references/c",
      "other.zip",
    ]);
    expect(counts).toEqual([1, 2, 3, 4, 5]);
  });

  it("leaves out version control and what operating systems leave behind", async () => {
    const { paths } = await read([entry("s", { ".git": { HEAD: "x" }, ".DS_Store": "x", "SKILL.md": "a" })]);
    expect(paths).toEqual(["s/SKILL.md"]);
  });

  it("names a file that cannot be read and goes on", async () => {
    const { paths, unreadable } = await read([entry("s", { locked: "!", "SKILL.md": "a" })]);
    expect(paths).toEqual(["s/SKILL.md"]);
    expect(unreadable).toEqual(["s/locked"]);
  });

  it("stops when cancelled", async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(read([entry("a", "1")], controller.signal)).rejects.toThrow();
  });
});

describe("chosenFiles", () => {
  it("uses the folder's relative path when there is one", () => {
    const file = new File(["a"], "SKILL.md");
    Object.defineProperty(file, "webkitRelativePath", { value: "triage/SKILL.md" });
    const inGit = new File(["a"], "HEAD");
    Object.defineProperty(inGit, "webkitRelativePath", { value: "triage/.git/HEAD" });
    const plain = new File(["z"], "a.zip");
    Object.defineProperty(plain, "webkitRelativePath", { value: "" });
    expect(chosenFiles([file, inGit, plain]).map(({ path }) => path)).toEqual(["triage/SKILL.md", "a.zip"]);
  });
});
