import { describe, expect, it } from "vitest";
import { MemoryRepository } from "./fixtures/memory-repository";
import { listRefs } from "./list-refs";
import { readPackets } from "./pkt-line";

const repository = new MemoryRepository();
repository.commitMany(2);
const [first = "", second = ""] = repository.commits.map(({ id }) => id);

const listed = (of: MemoryRepository, ...args: string[]) =>
  (readPackets(listRefs(of, args)) ?? []).map((one) => (one.kind === "line" ? one.text : one.kind));

describe("listRefs", () => {
  it("lists HEAD, the branch and every tag", () => {
    expect(listed(repository)).toEqual([
      `${second} HEAD`,
      `${second} refs/heads/main`,
      `${first} refs/tags/v1`,
      `${second} refs/tags/v2`,
      "flush",
    ]);
  });

  it("says which branch HEAD is when that is asked", () => {
    expect(listed(repository, "symrefs", "ref-prefix HEAD")).toEqual([
      `${second} HEAD symref-target:refs/heads/main`,
      "flush",
    ]);
  });

  it("goes by the beginnings of names", () => {
    expect(listed(repository, "ref-prefix refs/tags/v1")).toEqual([`${first} refs/tags/v1`, "flush"]);
    expect(listed(repository, "ref-prefix refs/tags/", "ref-prefix refs/heads/")).toHaveLength(4);
    expect(listed(repository, "ref-prefix heads")).toEqual(["flush"]);
  });

  it("says of an empty repository what its branch will be, to who asks for that", () => {
    const empty = new MemoryRepository();
    expect(listed(empty, "symrefs", "unborn")).toEqual([
      "unborn HEAD symref-target:refs/heads/main",
      "flush",
    ]);
    expect(listed(empty, "symrefs")).toEqual(["flush"]);
  });
});
