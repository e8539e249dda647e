import { expect, it } from "vitest";
import { encodeCommit, encodeTree, objectId, withParents } from "./objects";

const id = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";

it("names what git names the same", () => {
  expect(objectId("blob", new Uint8Array())).toBe(id);
  expect(objectId("tree", encodeTree([]))).toBe("4b825dc642cb6eb9a060e54bf8d69288fbee4904");
});

it("makes no tree with two entries of one name", () => {
  const twice = [
    { mode: "40000" as const, name: "notes", id },
    { mode: "100644" as const, name: "notes", id },
  ];
  expect(() => encodeTree(twice)).toThrow(/two entries called notes/);
});

it("puts a folder where its name with a slash stands", () => {
  const tree = encodeTree([
    { mode: "40000", name: "a", id },
    { mode: "100644", name: "a.b", id },
    { mode: "100755", name: "a-b", id },
    { mode: "100644", name: "é", id },
    { mode: "100644", name: "Z", id },
  ]);
  const names = [...tree.toString("utf8").matchAll(/(?:40000|100644|100755) ([^\0]+)\0/g)].map(
    ([, name]) => name,
  );
  expect(names).toEqual(["Z", "a-b", "a.b", "a", "é"]);
});

it("orders names by their bytes, not as text", () => {
  const names = ["\u{1F600}", "\uFF5E", "é", "a"];
  const tree = encodeTree(names.map((name) => ({ mode: "100644" as const, name, id })));
  const order = names.map((name) => tree.indexOf(Buffer.from(` ${name}\0`)));
  expect(order.toSorted((left, right) => right - left)).toEqual(order);
});

it("keeps a person from writing fields of a commit", () => {
  const sly = { name: "A\nauthor B <b@c>", email: "x>\ny", seconds: 5 };
  const commit = encodeCommit({ tree: id, parents: [id], author: sly, committer: sly, message: "One\0\n\n" });
  expect(commit.toString()).toBe(
    [
      `tree ${id}`,
      `parent ${id}`,
      "author A author B b@c <x y> 5 +0000",
      "committer A author B b@c <x y> 5 +0000",
      "",
      "One",
      "",
    ].join("\n"),
  );
  const nameless = { name: "<>", email: "", seconds: 0 };
  expect(
    encodeCommit({ tree: id, parents: [], author: nameless, committer: nameless, message: "m" }).toString(),
  ).toContain("author Unknown <> 0 +0000");
});

it("puts the same commit on other parents, and changes nothing else of it", () => {
  const signature = { name: "Zoë", email: "zoe@example.org", seconds: 1_795_392_000 };
  const [tree, one, two] = ["1".repeat(40), "2".repeat(40), "3".repeat(40)];
  const fields = { tree, author: signature, committer: signature, message: `Ünter\n\nparent ${one}\n` };
  const commit = encodeCommit({ ...fields, parents: [one] });
  expect(withParents(commit, [two])).toEqual(encodeCommit({ ...fields, parents: [two] }));
  expect(withParents(commit, [])).toEqual(encodeCommit({ ...fields, parents: [] }));
  expect(withParents(encodeCommit({ ...fields, parents: [] }), [one])).toEqual(commit);
});
