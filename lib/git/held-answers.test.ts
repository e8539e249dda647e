import { expect, it } from "vitest";
import { answerFetch } from "./answer-fetch";
import type { FetchArguments } from "./fetch-arguments";
import { MemoryRepository } from "./fixtures/memory-repository";
import { heldAnswer } from "./held-answers";

const flags = { done: true, waitForDone: false, sidebandAll: false, noProgress: false };
const asking = (wants: readonly string[], more: Partial<FetchArguments> = {}): FetchArguments => ({
  ...{ wants, haves: [], shallows: new Set<string>(), deepen: null, ...flags },
  ...more,
});

function aRepository(commits: number) {
  const repository = new MemoryRepository();
  repository.commitMany(commits);
  let made = 0;
  const read = async (asked: FetchArguments): Promise<Buffer> => {
    const pieces: Buffer[] = [];
    const make = () => {
      made += 1;
      return answerFetch(repository, asked);
    };
    for await (const piece of heldAnswer(repository, asked, make)) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  const ids = repository.commits.map(({ id }) => id);
  return { repository, read, ids, newest: ids.at(-1) ?? "", made: () => made };
}

it("makes the same answer once, byte for byte, and another for another question", async () => {
  const { read, ids, newest, made } = aRepository(4);
  const first = await read(asking([newest]));
  expect(first.includes("PACK")).toBe(true);
  expect(await read(asking([newest]))).toEqual(first);
  expect(made()).toBe(1);
  const others = [
    asking([newest], { haves: ids.slice(0, 1) }),
    asking([newest], { deepen: { kind: "depth", depth: 1, relative: false } }),
    asking([newest], { deepen: { kind: "bounds", since: 1, not: new Set() } }),
    asking([newest], { deepen: { kind: "bounds", since: 1, not: new Set(["main"]) } }),
    asking([newest], { sidebandAll: true }),
    asking([newest], { noProgress: true }),
    asking([newest], { done: false, haves: ids.slice(0, 1) }),
  ];
  for (const other of others) await read(other);
  expect(made()).toBe(1 + others.length);
});

it("makes it again for another moment of the same history", async () => {
  const one = aRepository(2);
  const two = aRepository(2);
  expect(two.ids).toEqual(one.ids);
  await one.read(asking([one.newest]));
  await two.read(asking([two.newest]));
  expect([one.made(), two.made()]).toEqual([1, 1]);
});

it("keeps nothing of what was not read to its end, nor for a client that names many commits", async () => {
  const { repository, read, newest, made } = aRepository(2);
  const asked = asking([newest]);
  for await (const _ of heldAnswer(repository, asked, () => answerFetch(repository, asked))) break;
  await read(asked);
  expect(made()).toBe(1);
  const haves = Array.from({ length: 64 }, (_, at) => at.toString(16).padStart(40, "0"));
  await read(asking([newest], { haves }));
  await read(asking([newest], { haves }));
  expect(made()).toBe(3);
});
