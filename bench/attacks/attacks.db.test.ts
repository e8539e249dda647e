import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, test } from "vitest";
import { testDatabase } from "@/lib/testing/database";
import { roomIn } from "./app-checks";
import { held, type Judgement, judgeVectors } from "./judge-vectors";
import { charactersOf, numbersOf, parseVectors, sizesOf, spansOf, type Vector } from "./vector";

const { db } = testDatabase();
const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
function vectorsIn(path: string): Vector[] {
  const parsed = parseVectors(readFileSync(path, "utf8"));
  expect(parsed.ok ? [] : parsed.error).toEqual([]);
  return parsed.ok ? parsed.value : [];
}
const room = roomIn(db);
const failed = (judged: readonly Judgement[]) => judged.filter((one) => !held(one));

test("what this project tries on itself holds, vector by vector", async () => {
  const judged = await judgeVectors(vectorsIn(pathOf("own-vectors.json")), room);
  expect(judged.length).toBeGreaterThan(25);
  expect(failed(judged)).toEqual([]);
});

const shared = pathOf("../../../shared/conformance/attack-vectors.json");

test("the vectors that came with the project hold", async () => {
  if (!existsSync(shared))
    return console.log("Left out: ../shared/conformance/attack-vectors.json is not here.");
  const judged = await judgeVectors(vectorsIn(shared), room);
  expect(failed(judged)).toEqual([]);
});

describe("a vector that nothing knows how to try", () => {
  it.each([
    { id: "X1", category: "astrology", vector: "Mercury in retrograde", expect: "reject" },
    { id: "X2", category: "network", vector: "something quite new", expect: "reject" },
  ])("counts as failed: $id", async (vector) => {
    const [judged] = await judgeVectors([vector], room);
    expect(judged).toMatchObject({ checks: 0, problems: [] });
    expect(judged && held(judged)).toBe(false);
  });

  it("is no pass because a check breaks on it, or finds nothing in it to try", async () => {
    const vector = { id: "X3", category: "any", vector: "anything", expect: "reject" };
    const check = { category: /any/, about: /any/ };
    const breaks = () => {
      throw new Error("no such thing");
    };
    const [broken] = await judgeVectors([vector], room, [{ ...check, run: breaks }]);
    expect(broken).toMatchObject({ checks: 1, problems: ["the check broke: no such thing"] });
    const [empty] = await judgeVectors([vector], room, [{ ...check, run: () => null }]);
    expect(empty && held(empty)).toBe(false);
  });

  it("is found out where what it tries gets through", async () => {
    const vector = { id: "X4", category: "network", vector: "`https://example.com/`", expect: "blocked" };
    expect(await judgeVectors([vector], room)).toMatchObject([
      { problems: ["https://example.com/ would be asked"] },
    ]);
  });
});

describe("what is read from a vector's words", () => {
  it("what is literal, with its escapes", () => {
    expect(spansOf("`a\\x1b` and `` !`x` `` and `..\\\\..\\\\x`")).toEqual(["a\u001b", "!`x`", "..\\..\\x"]);
  });

  it("characters by their numbers, ranges with both ends", () => {
    expect(charactersOf("U+202A-202C, U+FEFF")).toEqual(["\u202a", "\u202b", "\u202c", "\ufeff"]);
    const tags = charactersOf("U+E0020-E007E");
    expect([tags[0], tags.at(-1)]).toEqual(["\u{e0020}", "\u{e007e}"]);
  });

  it("sizes and numbers", () => {
    expect(sizesOf("5 MB; 64 KiB")).toEqual([5_000_000, 65_536]);
    expect(numbersOf("10,000 skills x 1024 chars")).toEqual([10_000, 1_024]);
  });
});

describe("a file that holds no vectors", () => {
  const row = { id: "X1", category: "network", vector: "`file:`", expect: "blocked" };
  it.each([
    ["that is no JSON", "[", /^It is not JSON: /],
    ["without rows", "[]", /^It is not a list with rows/],
    ["that is one row and no list", JSON.stringify(row), /^It is not a list with rows/],
    ["with a row of another shape", JSON.stringify([row, 7]), /^Row 2 is no object with id, category/],
    [
      "with a row that lacks fields",
      JSON.stringify([{ ...row, vector: "", expect: undefined }]),
      /^Row 1: vector, expect must be text/,
    ],
    ["with one id twice", JSON.stringify([row, row]), /^The id X1 stands in two rows\.$/],
  ])("%s is told with its place", (_, text, problem) => {
    const parsed = parseVectors(text);
    expect(parsed.ok ? [] : parsed.error).toEqual([expect.stringMatching(problem)]);
  });

  it("is told with all of its wrong rows at once", () => {
    const parsed = parseVectors(JSON.stringify([null, row, {}]));
    expect(parsed.ok ? [] : parsed.error).toHaveLength(2);
  });
});
