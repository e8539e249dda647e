import { describe, expect, test } from "vitest";
import { watchCpu } from "@/lib/testing/cpu-time";
import { archivePackages } from "./archive-packages";
import { verdictOf } from "./fixtures/archive-verdict";
import { buildTar, type RawTarEntry } from "./fixtures/build-tar";
import { buildZip, type RawZipEntry } from "./fixtures/build-zip";
import { readArchive } from "./read-archive";

const file = (name: string, data = name): RawTarEntry => ({ name, data });
const link = (name: string, target: string): RawTarEntry => ({ name, type: "2", link: target });
const hardLink = (name: string, target: string): RawTarEntry => ({ name, type: "1", link: target });

/** The same entries as a zip, whose links are files that hold their target. */
const zipped = (entries: readonly RawTarEntry[]): Uint8Array =>
  buildZip(
    entries.map(({ name, data = "", type = "0", link: target = "" }): RawZipEntry => {
      if (type === "0") return { name, data };
      return { name, data: target, mode: 0o120777 };
    }),
  );

async function packagesOf(bytes: Uint8Array) {
  const contents = await readArchive(bytes, { fileName: "x" });
  if (!contents.ok) throw new Error(contents.error.message);
  return archivePackages(contents.value, "top");
}

const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

async function contentsOf(bytes: Uint8Array): Promise<Record<string, string>> {
  const { packages } = await packagesOf(bytes);
  const files = packages.flatMap(({ root, files: own, refusal }) =>
    refusal ? [] : own.map((one) => [root === "" ? one.path : `${root}/${one.path}`, textOf(one.bytes)]),
  );
  return Object.fromEntries(files);
}

describe("a link outside of every skill", () => {
  const repository = [
    file("repo/AGENTS.md"),
    link("repo/CLAUDE.md", "AGENTS.md"),
    file("repo/skills/a/SKILL.md"),
    link("repo/.claude/skills", "../skills"),
    link("repo/.agents/skills/a", "../../skills/a"),
    link("repo/etc", "/etc"),
    { name: "repo/pipe", type: "6" },
  ];

  test("is left out with a note, and the skills come in", async () => {
    const { packages, notes, ignored } = await packagesOf(buildTar(repository));
    expect(packages).toMatchObject([{ root: "repo/skills/a", refusal: null, notes: [] }]);
    expect(ignored).toHaveLength(6);
    expect(notes.map(({ path }) => path)).toEqual([
      "repo/CLAUDE.md",
      "repo/.claude/skills",
      "repo/.agents/skills/a",
      "repo/etc",
      "repo/pipe",
    ]);
    expect(notes[0]).toEqual({
      rule: "archive-link",
      path: "repo/CLAUDE.md",
      message: "repo/CLAUDE.md is a link to AGENTS.md. It lies outside of every skill and was left out.",
    });
    expect(notes[4]?.message).toBe(
      'repo/pipe is a special file (type "6"). It lies outside of every skill and was left out.',
    );
    expect(await verdictOf(zipped(repository.slice(0, 6)))).toMatch(
      /^repo\/AGENTS.md repo\/skills\/a\/SKILL.md left/,
    );
  });

  test("refuses a skill whose own folder it would be", async () => {
    const through = [link("skills", "/tmp"), file("skills/a/SKILL.md"), file("other/SKILL.md")];
    const refused = "other/SKILL.md a refused: path-collision left out: archive-link";
    expect(await verdictOf(buildTar(through))).toBe(refused);
    expect(await verdictOf(buildTar([file("SKILLS"), ...through.slice(1)]))).toBe(
      "SKILLS other/SKILL.md a refused: path-collision",
    );
  });

  test("in junk is junk", async () => {
    const entries = [
      file("a/SKILL.md"),
      link("a/node_modules/.bin/x", "../x"),
      link("a/node_modules", "../n"),
    ];
    expect(await verdictOf(buildTar(entries.slice(0, 2)))).toBe("a/SKILL.md");
    expect(await verdictOf(buildTar([entries[0] ?? file(""), entries[2] ?? file("")]))).toBe("a/SKILL.md");
  });
});

describe("a link to what is in its own skill becomes a copy", () => {
  const rest = [file("a/SKILL.md", "skill"), file("a/references/guide.md", "guide"), file("b/SKILL.md", "b")];

  test.each<[string, RawTarEntry, ...RawTarEntry[]]>([
    ["beside it", link("a/references/old.md", "guide.md")],
    ["above it", link("a/x/y/old.md", "../../references/guide.md")],
    ["by way of its own folder's name", link("a/old.md", "../a/references/guide.md")],
    ["with dots and slashes", link("a/old.md", ".//references/./guide.md")],
    ["through another link", link("a/old.md", "refs/guide.md"), link("a/refs", "references")],
    ["of another link", link("a/old.md", "middle.md"), link("a/middle.md", "references/guide.md")],
    ["hard", hardLink("a/old.md", "a/references/guide.md")],
    ["hard, with a dot", hardLink("a/old.md", "./a/references/guide.md")],
  ])("%s, wherever the target stands in the archive", async (_how, first, ...others) => {
    const wanted = { [first.name]: "guide", "b/SKILL.md": "b", "a/SKILL.md": "skill" };
    const [hard] = [first, ...others].filter(({ type }) => type === "1");
    for (const entries of [
      [...rest, first, ...others],
      [first, ...others, ...rest],
    ]) {
      expect(await contentsOf(buildTar(entries))).toMatchObject(wanted);
      if (!hard) expect(await contentsOf(zipped(entries))).toMatchObject(wanted);
    }
  });

  test("says so in a note, and the digest is that of the files themselves", async () => {
    const { packages } = await packagesOf(buildTar([...rest, link("a/old.md", "references/guide.md")]));
    expect(packages[0]?.notes).toEqual([
      {
        rule: "archive-link",
        path: "old.md",
        message: "old.md was a link to references/guide.md; the file itself is in its place.",
      },
    ]);
    expect(packages[1]?.notes).toEqual([]);
  });

  test("a folder too, with all that is in it, and links in it", async () => {
    const entries = [
      ...rest,
      file("a/references/deep/x.md", "x"),
      link("a/references/deep/y.md", "../guide.md"),
      link("a/docs", "references"),
    ];
    expect(await contentsOf(buildTar(entries))).toMatchObject({
      "a/docs/guide.md": "guide",
      "a/docs/deep/x.md": "x",
      "a/docs/deep/y.md": "guide",
    });
    const { packages } = await packagesOf(zipped(entries));
    expect(packages[0]?.notes.map(({ message }) => message)).toEqual([
      "docs was a link to references; copies of what is in it (3) are in its place.",
      "references/deep/y.md was a link to ../guide.md; the file itself is in its place.",
    ]);
  });

  test("SKILL.md itself may be one", async () => {
    const entries = [file("a/README.md", "text"), link("a/SKILL.md", "README.md")];
    expect(await contentsOf(buildTar(entries))).toEqual({ "a/README.md": "text", "a/SKILL.md": "text" });
  });

  test("a skill at the archive's top has everything inside of it", async () => {
    const entries = [
      file("SKILL.md"),
      file("b/x.md", "x"),
      hardLink("y.md", "b/x.md"),
      link("b/z.md", "../y.md"),
    ];
    expect(await contentsOf(buildTar(entries))).toMatchObject({ "y.md": "x", "b/z.md": "x" });
  });

  test("a nested skill whose link leads into the outer one is refused, and the outer one is not", async () => {
    const entries = [
      file("a/SKILL.md"),
      file("a/x.md", "x"),
      file("a/sub/SKILL.md"),
      link("a/sub/x.md", "../x.md"),
    ];
    expect(await contentsOf(buildTar(entries))).toMatchObject({ "a/sub/x.md": "x" });
    const { packages } = await packagesOf(buildTar(entries));
    expect(packages.map(({ root, refusal }) => [root, refusal?.rule])).toEqual([
      ["a", undefined],
      ["a/sub", "archive-link"],
    ]);
  });
});

describe("any other link refuses its skill, and no other", () => {
  const refusalOf = async (...entries: RawTarEntry[]) => {
    const { packages } = await packagesOf(
      buildTar([file("a/SKILL.md"), file("a/x.md"), ...entries, file("b/SKILL.md"), file("b/x.md")]),
    );
    expect(packages[1]).toMatchObject({ root: "b", refusal: null });
    return packages[0]?.refusal;
  };

  test.each([
    ["absolute", link("a/l", "/etc/passwd"), "which is outside of the package."],
    ["a drive", link("a/l", "C:\\Windows"), "which is outside of the package."],
    ["up and out", link("a/l", "../../../etc/passwd"), "which is outside of the package."],
    ["into another skill", link("a/l", "../b/x.md"), "which is outside of the package."],
    ["to the folder above", link("a/l", ".."), "which is outside of the package."],
    ["past another folder", link("a/l", "../c/../a/x.md"), "which is outside of the package."],
    ["to nothing", link("a/l", "gone.md"), "which is nowhere in the package."],
    ["through a file", link("a/l", "x.md/y"), "which is nowhere in the package."],
    ["to nothing at all", link("a/l", ""), "which leads back to itself."],
    ["to itself", link("a/l", "l"), "which leads back to itself."],
    ["to its own folder", link("a/l", "."), "which leads back to itself."],
    ["hard, to another skill", hardLink("a/l", "b/x.md"), "which is outside of the package."],
    ["hard, from the skill's own folder", hardLink("a/l", "x.md"), "which is outside of the package."],
    ["hard, out of the archive", hardLink("a/l", "../a/x.md"), "which is outside of the package."],
  ])("%s", async (_where, entry, why) => {
    const refusal = await refusalOf(entry);
    expect(refusal).toMatchObject({ rule: "archive-link", path: "l" });
    expect(refusal?.message).toBe(`l is a link to ${entry.link}, ${why}`);
  });

  test("round in circles of two, three and of folders", async () => {
    expect(await refusalOf(link("a/l", "m"), link("a/m", "l"))).toMatchObject({ rule: "archive-link" });
    expect(await refusalOf(link("a/l", "m"), link("a/m", "n"), link("a/n", "l"))).toMatchObject({
      message: expect.stringContaining("leads back to itself"),
    });
    expect(
      await refusalOf(file("a/d/x"), file("a/e/x"), link("a/d/e", "../e"), link("a/e/d", "../d")),
    ).toMatchObject({
      message: expect.stringContaining("leads back to itself"),
    });
  });

  test("a chain longer than systems follow", async () => {
    const chain = (length: number) =>
      Array.from({ length }, (_, index) => link(`a/l${index}`, index === 0 ? "x.md" : `l${index - 1}`));
    expect(await refusalOf(...chain(40))).toBeNull();
    expect(await refusalOf(...chain(41))).toMatchObject({
      message: expect.stringContaining("back to itself"),
    });
  });

  test("a link and a file of the same name, whichever comes first", async () => {
    for (const pair of [
      [link("a/l", "x.md"), file("a/l")],
      [file("a/l"), link("a/l", "x.md")],
      [link("a/l", "x.md"), link("a/L", "SKILL.md")],
      [link("a/l", "x.md"), file("a/l/y.md")],
      [link("a/SKILL.md", "x.md")],
    ])
      expect(await refusalOf(...pair)).toMatchObject({ rule: "path-collision" });
  });

  test("folders of links to folders of links: the copies are counted before there are many", async () => {
    const bomb = Array.from({ length: 30 }, (_, level) => [
      link(`a/d${level}/l`, level === 0 ? "../x.md" : `../d${level - 1}`),
      link(`a/d${level}/m`, level === 0 ? "../x.md" : `../d${level - 1}`),
    ]).flat();
    const spentMs = watchCpu();
    expect((await refusalOf(...bomb))?.rule).toMatch(/^(?:package-too-many-files|path-too-deep)$/);
    expect(spentMs()).toBeLessThan(2000);
  });

  test("to a file that is never served under its own name", async () => {
    const secrets = [file("a/.env"), file("a/.ssh/config")];
    for (const entry of [link("a/l", ".env"), link("a/l", ".ssh")])
      expect((await refusalOf(...secrets, entry))?.message).toContain("holds secrets");
    expect(await refusalOf(...secrets, link("a/.env.local", ".env"))).toBeNull();
  });

  test("copies count towards the size of the skill", async () => {
    const large = { name: "a/large", data: new Uint8Array(9 * 1024 * 1024) };
    expect(await refusalOf(large, link("a/l", "large"))).toMatchObject({
      rule: "package-too-large",
      path: "l",
    });
  });

  test("a target that is not UTF-8, or too long for any system", async () => {
    const entry = { name: "a/l", mode: 0o120777 };
    for (const data of [Uint8Array.of(0xff, 0xfe), "x".repeat(5000)])
      expect(await verdictOf(buildZip([{ name: "a/SKILL.md" }, { ...entry, data }]))).toBe(
        "a refused: archive-link",
      );
  });
});
