import { describe, expect, it } from "vitest";
import { parseFetchArguments } from "./fetch-arguments";
import { MemoryRepository } from "./fixtures/memory-repository";
import { planFetch } from "./plan-fetch";

const repository = new MemoryRepository();
repository.commitMany(6);
const ids = repository.commits.map(({ id }) => id);
const id = (number: number) => ids[number - 1] ?? "";
const numbers = (given: readonly (string | { id: string })[]) =>
  given.map((one) => ids.indexOf(typeof one === "string" ? one : one.id) + 1);

/** The plan for these arguments, with commits by their numbers from 1. */
function plan(args: readonly string[], of: MemoryRepository = repository) {
  const parsed = parseFetchArguments(args);
  if (!parsed.ok) throw new Error(parsed.error);
  const planned = planFetch(of, parsed.value);
  if (!planned.ok) return planned.error;
  const { commits, known, shallow, unshallow, old, ready, served } = planned.value;
  return {
    commits: numbers(commits),
    known: numbers(known),
    ready,
    served,
    shallow: numbers(shallow),
    unshallow: numbers(unshallow),
    old: numbers(old),
  };
}

/** The same history, of which commits before this one are told to nobody new. */
function ending(number: number): MemoryRepository {
  const cut = new MemoryRepository();
  cut.commitMany(6);
  cut.refs = cut.refs.filter(({ name }) => name === cut.headTarget);
  cut.shallow = new Set([id(number)]);
  return cut;
}

const whole = { served: 6, known: [], shallow: [], unshallow: [], old: [] };

describe("planFetch", () => {
  it("gives everything to who has nothing, newest first", () => {
    expect(plan([`want ${id(6)}`])).toEqual({ ...whole, commits: [6, 5, 4, 3, 2, 1], ready: false });
  });

  it("gives what is newer than what somebody has", () => {
    const planned = plan([`want ${id(6)}`, `have ${id(4)}`, `have ${id(2)}`]);
    expect(planned).toEqual({ ...whole, commits: [6, 5], known: [4, 2], ready: true });
    expect(plan([`want ${id(3)}`, `have ${id(5)}`])).toMatchObject({ commits: [], ready: true });
  });

  it("is not ready while nothing that is known leads to what is wanted", () => {
    const planned = plan([`want ${id(2)}`, `want ${id(6)}`, `have ${"0".repeat(40)}`]);
    expect(planned).toMatchObject({ ready: false, commits: [2, 6, 1, 5, 4, 3] });
  });

  it("ends where a depth says, and says so", () => {
    expect(plan([`want ${id(6)}`, "deepen 2"])).toMatchObject({ commits: [6, 5], shallow: [5] });
    expect(plan([`want ${id(6)}`, "deepen 99"])).toMatchObject({ commits: [6, 5, 4, 3, 2, 1], shallow: [] });
  });

  it("goes on from where a history ended", () => {
    const has = [`have ${id(6)}`, `shallow ${id(5)}`];
    const deeper = plan([`want ${id(6)}`, ...has, "deepen 1", "deepen-relative"]);
    expect(deeper).toMatchObject({ commits: [4], shallow: [4], unshallow: [5] });
    const all = plan([`want ${id(6)}`, ...has, "deepen 2147483647"]);
    expect(all).toMatchObject({ commits: [4, 3, 2, 1], shallow: [], unshallow: [5] });
  });

  it("does not take a shallow commit's parents for known", () => {
    expect(plan([`want ${id(6)}`, `have ${id(4)}`, `shallow ${id(4)}`])).toMatchObject({
      commits: [6, 5],
      shallow: [],
      unshallow: [],
    });
  });

  it("goes by time, and without what another ref has", () => {
    const since = repository.commits[4]?.seconds ?? 0;
    expect(plan([`want ${id(6)}`, `deepen-since ${since}`])).toMatchObject({ commits: [6, 5], shallow: [5] });
    expect(plan([`want ${id(6)}`, "deepen-not v3"])).toMatchObject({ commits: [6, 5, 4], shallow: [4] });
    expect(plan([`want ${id(6)}`, "deepen-not refs/heads/main"])).toBe(
      "no commits selected for shallow requests",
    );
  });
});

describe("planFetch of a history that ends early", () => {
  it("ends there for who has nothing of it, whatever the depth", () => {
    const end = { shallow: [4], old: [] };
    expect(plan([`want ${id(6)}`], ending(4))).toMatchObject({ commits: [6, 5, 4], ...end });
    expect(plan([`want ${id(6)}`, "deepen 50"], ending(4))).toMatchObject({ commits: [6, 5, 4], ...end });
    expect(plan([`want ${id(6)}`, `shallow ${id(4)}`, `have ${id(5)}`], ending(4))).toMatchObject({
      commits: [6],
      shallow: [],
    });
  });

  it("gives who comes from before what lies between, and marks it", () => {
    expect(plan([`want ${id(6)}`, `have ${id(2)}`], ending(5))).toMatchObject({
      commits: [6, 5, 4, 3],
      old: [4, 3],
      shallow: [],
      known: [2],
    });
    expect(plan([`want ${id(6)}`, `have ${id(4)}`], ending(5))).toMatchObject({ commits: [6, 5], old: [] });
  });

  it("counts what a clone gets, whatever is wanted of it", () => {
    const cut = ending(4);
    cut.refs = [...cut.refs, { name: "refs/tags/v5", id: id(5) }];
    expect(plan([`want ${id(5)}`], cut)).toMatchObject({ served: 3, commits: [5, 4], shallow: [4] });
  });

  it("has nothing from below it to be wanted", () => {
    expect(plan([`want ${id(3)}`], ending(5))).toMatch(/not our ref .* no longer served/);
    expect(plan([`want ${"0".repeat(40)}`], ending(5))).toBe(`upload-pack: not our ref ${"0".repeat(40)}`);
  });
});
