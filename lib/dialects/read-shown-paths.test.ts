import { describe, expect, it } from "vitest";
import { readShownPaths } from "./read-shell";

const all = Number.POSITIVE_INFINITY;
const shown = (line: string, folder: string | null = "/home/ada") =>
  readShownPaths(line, folder).map(({ path, mostLines }) => [path, mostLines]);

describe("which files a line of commands shows, on any disk", () => {
  it.each<[string, [string, number][]]>([
    [
      "cat a.md b.md",
      [
        ["/home/ada/a.md", all],
        ["/home/ada/b.md", all],
      ],
    ],
    ["cat ./a.md", [["/home/ada/a.md", all]]],
    [
      "cat /etc/a ~/b skill://c/SKILL.md",
      [
        ["/etc/a", all],
        ["~/b", all],
        ["skill://c/SKILL.md", all],
      ],
    ],
    ["less a.md", [["/home/ada/a.md", all]]],
    ["bat -n a.md", [["/home/ada/a.md", all]]],
    ["nl -ba a.md", [["/home/ada/a.md", all]]],
    ["head -n 5 a.md", [["/home/ada/a.md", 5]]],
    ["head -c 5 a.md", [["/home/ada/a.md", 0]]],
    ["tail -n 5 a.md", [["/home/ada/a.md", 0]]],
    ["tail -n +1 a.md", [["/home/ada/a.md", all]]],
    ["sed -n '1,20p' a.md", [["/home/ada/a.md", 20]]],
    ["sed -n '1,$p' a.md", [["/home/ada/a.md", all]]],
    ["sed -n '7,20p' a.md", [["/home/ada/a.md", 0]]],
    ["cat a.md | head -n 3", [["/home/ada/a.md", 3]]],
    ["head -n 3 a.md | head -n 9", [["/home/ada/a.md", 3]]],
    [
      "cat a.md && cat b.md",
      [
        ["/home/ada/a.md", all],
        ["/home/ada/b.md", all],
      ],
    ],
    ["cd notes && cat a.md", [["/home/ada/notes/a.md", all]]],
  ])("%s", (line, expected) => {
    expect(shown(line)).toEqual(expected);
  });

  it.each(["grep -r word .", "cat a.md | wc -l", "cat --squeeze a.md", "ls", "constructor a.md", ""])(
    "nothing of %s",
    (line) => {
      expect(shown(line)).toEqual([]);
    },
  );

  it("leaves names as they are where nobody knows the folder", () => {
    expect(shown("cat a.md", null)).toEqual([["a.md", all]]);
    expect(shown("cd && cat a.md")).toEqual([["a.md", all]]);
  });
});
