import { describe, expect, it } from "vitest";
import { drawPicture, sayPicture } from "./picture.mjs";

const importsOf = (...pairs) => pairs.map(([from, to]) => ({ from, to }));
const lib = (imports) => drawPicture(imports).find(({ folder }) => folder === "lib");

describe("the picture that the imports draw", () => {
  it("has one arrow for as many imports as go from one room to another", () => {
    const imports = importsOf(
      ["lib/skills/a.ts", "lib/kernel/a.ts"],
      ["lib/skills/b.ts", "lib/kernel/b.ts"],
      ["lib/skills/internal/c.ts", "lib/kernel/b.ts"],
    );
    expect(lib(imports)).toMatchObject({ arrows: 1, backUp: [], mutual: [] });
  });

  it("has none within a room, to packages, or from tests and fixtures", () => {
    const imports = importsOf(
      ["lib/skills/a.ts", "lib/skills/internal/b.ts"],
      ["lib/skills/a.ts", "node_modules/yaml/dist/index.js"],
      ["lib/kernel/a.test.ts", "lib/testing/folders.ts"],
      ["lib/kernel/fixtures/a.ts", "lib/skills/a.ts"],
    );
    expect(lib(imports)).toMatchObject({ arrows: 0, backUp: [], mutual: [] });
  });

  it("shows an arrow back up, and a pair that import each other", () => {
    const imports = importsOf(["lib/skills/a.ts", "lib/kernel/a.ts"], ["lib/kernel/b.ts", "lib/skills/b.ts"]);
    expect(lib(imports)).toMatchObject({ backUp: ["kernel -> skills"], mutual: ["kernel <-> skills"] });
  });

  it("takes no room for another one whose name it begins with", () => {
    expect(lib(importsOf(["lib/gitx/a.ts", "lib/git/a.ts"]))).toMatchObject({ arrows: 0 });
  });

  it("is said in one line for each folder", () => {
    const picture = { folder: "lib", rooms: 2, arrows: 3, backUp: [], mutual: ["a <-> b"] };
    expect(sayPicture(picture)).toBe("lib: 2 rooms, 3 arrows, 0 back up, 1 mutual pairs");
    expect(drawPicture([]).map(({ folder }) => folder)).toEqual(["lib", "components"]);
  });
});
