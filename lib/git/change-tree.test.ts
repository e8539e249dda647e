import { describe, expect, it } from "vitest";
import { changeTree, type NewEntry } from "./change-tree";
import { objectId } from "./objects";

const blob = (text: string) => objectId("blob", Buffer.from(text));
type Line = [mode: string, name: string | Buffer, id: string];

/** Trees by their ids, and the last one's id. */
function treesOf(...made: Line[][]) {
  const trees = new Map<string, Buffer>();
  let last = "";
  for (const lines of made) {
    const bytes = Buffer.concat(
      lines.flatMap(([mode, name, id]) => [
        Buffer.from(`${mode} `),
        Buffer.from(name),
        Buffer.of(0),
        Buffer.from(id === "last" ? last : id, "hex"),
      ]),
    );
    last = objectId("tree", bytes);
    trees.set(last, bytes);
  }
  return { trees, root: last };
}

const file = (text: string, executable = false): NewEntry => ({ executable, id: blob(text) });

/** Every path below a tree, with its mode and what it is. */
function listed(trees: ReadonlyMap<string, Buffer>, id: string, at = ""): string[] {
  const bytes = trees.get(id) ?? Buffer.alloc(0);
  const lines: string[] = [];
  for (let place = 0; place < bytes.length; ) {
    const space = bytes.indexOf(0x20, place);
    const end = bytes.indexOf(0, space);
    const [mode, name] = [bytes.toString("latin1", place, space), bytes.toString("utf8", space + 1, end)];
    const child = bytes.toString("hex", end + 1, end + 21);
    if (/^0?40000$/.test(mode)) lines.push(`${mode} ${at}${name}/`, ...listed(trees, child, `${at}${name}/`));
    else lines.push(`${mode} ${at}${name} ${child.slice(0, 7)}`);
    place = end + 21;
  }
  return lines;
}

function changed(given: ReturnType<typeof treesOf>, changes: Record<string, NewEntry>) {
  const result = changeTree((id) => given.trees.get(id), given.root, new Map(Object.entries(changes)));
  if (!result.ok) return result.error;
  return listed(new Map([...given.trees, ...result.value.trees]), result.value.id);
}

const [a, b] = [blob("a"), blob("b")];
const repository = () =>
  treesOf(
    [
      ["100755", "run.sh", a],
      ["120000", "to.md", b],
    ],
    [
      ["100664", "README.md", a],
      ["040000", "skill", "last"],
      ["160000", "sub", b],
    ],
  );

describe("a changed tree", () => {
  it("has what was added, changed and removed, and every other line to the byte", () => {
    const list = changed(repository(), {
      "skill/run.sh": file("c"),
      "skill/refs/deep/x.md": file("d", true),
      "skill/to.md": null,
    });
    expect(list).toEqual([
      `100664 README.md ${a.slice(0, 7)}`,
      "040000 skill/",
      "40000 skill/refs/",
      "40000 skill/refs/deep/",
      `100755 skill/refs/deep/x.md ${blob("d").slice(0, 7)}`,
      `100644 skill/run.sh ${blob("c").slice(0, 7)}`,
      `160000 sub ${b.slice(0, 7)}`,
    ]);
  });

  it("is the same tree where nothing is another", () => {
    const given = repository();
    const result = changeTree((id) => given.trees.get(id), given.root, new Map([["skill/no/such.md", null]]));
    expect(result).toEqual({ ok: true, value: { id: given.root, trees: new Map() } });
  });

  it("loses folders that become empty, and may become empty itself", () => {
    expect(changed(repository(), { "skill/run.sh": null, "skill/to.md": null })).toEqual([
      `100664 README.md ${a.slice(0, 7)}`,
      `160000 sub ${b.slice(0, 7)}`,
    ]);
    expect(changed(treesOf([["100644", "x", a]]), { x: null })).toEqual([]);
  });

  it("keeps the form in which a name stands, and orders folders as git does", () => {
    const given = treesOf(
      [["100644", "x", a]],
      [
        ["100644", "cafe\u0301.md", a],
        ["40000", "lib", "last"],
        ["100644", "lib.md", b],
      ],
    );
    const result = changed(given, { "caf\u00e9.md": file("n"), "lib/y": file("y") });
    expect(result).toEqual([
      `100644 cafe\u0301.md ${blob("n").slice(0, 7)}`,
      `100644 lib.md ${b.slice(0, 7)}`,
      "40000 lib/",
      `100644 lib/x ${a.slice(0, 7)}`,
      `100644 lib/y ${blob("y").slice(0, 7)}`,
    ]);
  });

  it("is refused where a link or a file stands for a folder, or a folder for a file", () => {
    expect(changed(repository(), { "skill/to.md/x": file("x") })).toEqual({
      kind: "in-the-way",
      path: "skill/to.md",
    });
    expect(changed(repository(), { skill: file("x") })).toEqual({ kind: "in-the-way", path: "skill" });
  });

  it("is refused for trees that are damaged or not there", () => {
    expect(changed({ trees: new Map(), root: a }, { x: file("x") })).toEqual({ kind: "damaged" });
    expect(changed({ trees: new Map([[a, Buffer.from("100644 x")]]), root: a }, { x: null })).toEqual({
      kind: "damaged",
    });
  });
});
