import { expect, it } from "vitest";
import { encodeCommit, encodeTree } from "./objects";
import { readTree, treeOfCommit } from "./read-objects";

const id = "0123456789abcdef0123456789abcdef01234567";
const line = (mode: string, name: string | Buffer) =>
  Buffer.concat([Buffer.from(`${mode} `), Buffer.from(name), Buffer.from([0]), Buffer.from(id, "hex")]);

it("reads the lines of a tree, with links, submodules and names that are anything", () => {
  const bytes = Buffer.concat([
    line("100644", "a b"),
    line("100755", "run"),
    line("40000", ".."),
    line("120000", "link"),
    line("160000", "sub"),
    line("777", "odd"),
    line("100644", Buffer.from([0xff])),
  ]);
  const read = readTree(bytes, 7);
  expect(read.ok && read.value.map(({ kind, name, isUtf8 }) => [kind, name, isUtf8])).toEqual([
    ["file", "a b", true],
    ["executable", "run", true],
    ["folder", "..", true],
    ["link", "link", true],
    ["gitlink", "sub", true],
    ["unknown", "odd", true],
    ["file", "\ufffd", false],
  ]);
  expect(readTree(encodeTree([{ mode: "40000", name: "é", id }]), 1)).toEqual({
    ok: true,
    value: [{ kind: "folder", name: "é", isUtf8: true, id }],
  });
  expect(readTree(Buffer.alloc(0), 0)).toEqual({ ok: true, value: [] });
});

it.each([
  ["no line", Buffer.from("hello")],
  ["an id that ends early", line("100644", "a").subarray(0, 20)],
  ["a mode that is too long", line("1000000644", "a")],
  ["a mode of nothing", line("", "a")],
  ["a name of nothing", line("100644", "")],
])("takes %s for no tree", (_, bytes) => {
  expect(readTree(bytes, 10)).toEqual({ ok: false, error: "damaged" });
});

it("stops at the first line too many, whatever comes after it", () => {
  const many = Buffer.concat([line("100644", "a"), line("100644", "b"), Buffer.from("no line")]);
  expect(readTree(many, 2)).toEqual({ ok: false, error: "too-many" });
});

it("knows the tree of a commit", () => {
  const who = { name: "Tom", email: "t@example.org", seconds: 1 };
  const commit = encodeCommit({ tree: id, parents: [], author: who, committer: who, message: "x" });
  expect(treeOfCommit(commit)).toBe(id);
  expect(treeOfCommit(Buffer.from("tree nothing\n"))).toBeNull();
});
