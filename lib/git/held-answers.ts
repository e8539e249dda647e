import "server-only";
import { LRUCache } from "lru-cache";
import type { FetchArguments } from "./fetch-arguments";
import type { Repository } from "./repository";

const MiB = 1024 * 1024;
/** Clones and the steps from one state to the next are asked for alike; a long list of haves comes from one client. */
const mostNamed = 64;
/** Few, as each costs the sender more than its bytes do; a reader at the least pace takes one before it counts as gone. */
const pieceBytes = 512 * 1024;

type Store = { answers: LRUCache<string, Buffer>; marks: WeakMap<Repository, number>; opened: number };

declare global {
  var greenroomGitAnswers: Store | undefined;
}
/** Of this process, by repository and what was asked of it. A repository is one moment's: its answers never change. */
function store(): Store {
  globalThis.greenroomGitAnswers ??= {
    answers: new LRUCache({
      maxSize: 64 * MiB,
      maxEntrySize: 16 * MiB,
      sizeCalculation: ({ length }) => length + 500,
    }),
    marks: new WeakMap(),
    opened: 0,
  };
  return globalThis.greenroomGitAnswers;
}

/** What was made once for a moment of a repository, to the same question; null where it was not, or is no longer kept. */
export function heldAnswer(repository: Repository, asked: FetchArguments): Buffer | null {
  const key = keyOf(repository, asked);
  return (key === null ? undefined : store().answers.get(key)) ?? null;
}

/** Piece by piece what is too long to stand in memory once more for each of its readers. */
export async function* cutAnswer(held: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < held.length; at += pieceBytes) yield held.subarray(at, at + pieceBytes);
}

/** Passes on what `make` gives, and keeps it for whoever asks the same, once it was read to its end. */
export async function* holdAnswer(
  repository: Repository,
  asked: FetchArguments,
  make: () => AsyncGenerator<Buffer>,
): AsyncGenerator<Buffer> {
  const key = keyOf(repository, asked);
  const mostBytes = store().answers.maxEntrySize;
  let made: Buffer[] | null = key === null ? null : [];
  let size = 0;
  for await (const piece of make()) {
    size += piece.length;
    if (size > mostBytes) made = null;
    made?.push(piece);
    yield piece;
  }
  if (key !== null && made) store().answers.set(key, Buffer.concat(made));
}

function keyOf(repository: Repository, asked: FetchArguments): string | null {
  const { wants, haves, shallows, deepen, ...flags } = asked;
  if (wants.length + haves.length + shallows.size > mostNamed) return null;
  const { marks } = store();
  const mark = marks.get(repository) ?? ++store().opened;
  marks.set(repository, mark);
  const bounds = deepen?.kind === "bounds" ? { ...deepen, not: [...deepen.not] } : deepen;
  return JSON.stringify([mark, wants, haves, [...shallows], bounds, flags]);
}
