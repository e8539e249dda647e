import { describe, expect, it } from "vitest";
import {
  directionOf,
  isFiltered,
  readSkillFilters,
  sortedBy,
  sortOf,
  unfiltered,
  writeSkillFilters,
} from "./skill-filters";

describe("the library's address", () => {
  it("is empty for the plain list", () => {
    expect(writeSkillFilters(readSkillFilters({}))).toBe("");
  });

  it("comes back as it was written", () => {
    const address =
      "?query=refund+%26+tax&state=draft-ahead&agent=support&findings=errors&source=imported&proof=not-run&name=pdf-*&sort=name&direction=desc";
    const filters = readSkillFilters(Object.fromEntries(new URLSearchParams(address)));
    expect(writeSkillFilters(filters)).toBe(address);
    expect(filters.query).toBe("refund & tax");
  });

  it("knows no source that people are not shown, and no name without letters", () => {
    expect(readSkillFilters({ source: "workspace", name: "  " })).toMatchObject({
      source: undefined,
      name: undefined,
    });
  });

  it("shows everything when it was tampered with", () => {
    const filters = readSkillFilters({
      state: "gone",
      proof: "beyond-doubt",
      sort: "colour",
      direction: "up",
      query: ["a", "b"],
    });
    expect(filters).toMatchObject({ query: "a", sort: undefined, proof: undefined });
    expect(filters.state).toBeUndefined();
    expect(directionOf(filters)).toBe("desc");
  });
});

it("ranks what is searched for, unless another order was chosen", () => {
  expect(sortOf(readSkillFilters({ query: "refund" }))).toBe("relevance");
  expect(sortOf(readSkillFilters({}))).toBe("updated");
  expect(writeSkillFilters(readSkillFilters({ query: "a", sort: "updated" }))).toBe("?query=a&sort=updated");
});

describe("sortedBy", () => {
  const plain = readSkillFilters({});

  it("starts words at a and numbers at the largest", () => {
    expect(directionOf(sortedBy(plain, "name"))).toBe("asc");
    expect(directionOf(sortedBy(plain, "instructionTokens"))).toBe("desc");
  });

  it("turns round on the second click", () => {
    expect(directionOf(sortedBy(sortedBy(plain, "name"), "name"))).toBe("desc");
    expect(directionOf(sortedBy(plain, "updated"))).toBe("asc");
  });
});

it("counts searching as filtering and sorting not", () => {
  expect(isFiltered(readSkillFilters({ query: "x" }))).toBe(true);
  expect(isFiltered(readSkillFilters({ sort: "name" }))).toBe(false);
});

it("counts a source, proof and a name's pattern as filters, and shows all without them in the same order", () => {
  for (const params of [{ source: "written" }, { proof: "worse" }, { name: "pdf-*" }])
    expect(isFiltered(readSkillFilters(params))).toBe(true);
  const all = unfiltered(
    readSkillFilters({ query: "a", source: "written", proof: "worse", name: "b*", sort: "name" }),
  );
  expect(isFiltered(all)).toBe(false);
  expect(writeSkillFilters(all)).toBe("?sort=name");
});
