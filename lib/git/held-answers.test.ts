import { afterEach, expect, it, vi } from "vitest";
import { answerFetch } from "./answer-fetch";
import type { FetchArguments } from "./fetch-arguments";
import { MemoryRepository } from "./fixtures/memory-repository";
import { heldAnswer } from "./held-answers";
import { delimiterPacket, flushPacket, packet } from "./pkt-line";
import { type GitServer, serveGit } from "./serve-git";

afterEach(() => {
  vi.useRealTimers();
});

const flags = { done: true, waitForDone: false, sidebandAll: false, noProgress: false };
const asking = (wants: readonly string[], more: Partial<FetchArguments> = {}): FetchArguments => ({
  wants,
  haves: [],
  shallows: new Set<string>(),
  deepen: null,
  ...flags,
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

it("makes a clone once, however many branches and tags it wants", async () => {
  const { read, ids, made } = aRepository(100);
  const first = await read(asking(ids));
  expect(await read(asking(ids))).toEqual(first);
  expect(made()).toBe(1);
  await read(asking(ids.slice(1)));
  expect(made()).toBe(2);
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
  const haves = Array.from({ length: 65 }, (_, at) => at.toString(16).padStart(40, "0"));
  await read(asking([newest], { haves }));
  await read(asking([newest], { haves }));
  expect(made()).toBe(3);
});

it("is sent to its end to a reader that pauses for less than too long", async () => {
  const large = new MemoryRepository();
  const line = (at: number) => Array.from({ length: 20_000 }, (_, n) => (n * at * 7_919) % 99_991).join();
  large.commit(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}`, line(at + 1)])));
  const onBroken = vi.fn();
  const server: GitServer = {
    openRepository: async () => large,
    onBroken,
    claimPack: async () => () => undefined,
  };
  const wants = [`want ${large.commits[0]?.id}\n`, "done\n"].map((text) => packet(text));
  const fetching = () =>
    new Request("http://localhost/d/x.git/git-upload-pack", {
      method: "POST",
      headers: { "Git-Protocol": "version=2", "Content-Type": "application/x-git-upload-pack-request" },
      body: new Uint8Array(
        Buffer.concat([packet("command=fetch\n"), delimiterPacket, ...wants, flushPacket]),
      ),
    });
  const whole = await (await serveGit(server, fetching(), "git-upload-pack")).bytes();
  expect(whole.length).toBeGreaterThan(1_000_000);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const reader = (await serveGit(server, fetching(), "git-upload-pack")).body?.getReader();
  let taken = 0;
  for (let pauseMs = 51_000; taken < whole.length; pauseMs = 0) {
    const length = (await reader?.read())?.value?.length ?? 0;
    if (length === 0) break;
    taken += length;
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(pauseMs + length / 60);
  }
  expect(taken).toBe(whole.length);
  expect((await reader?.read())?.done).toBe(true);
  expect(onBroken).not.toHaveBeenCalled();
});
