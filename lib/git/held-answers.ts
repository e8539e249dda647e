import "server-only";
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { FetchArguments } from "./fetch-arguments";
import type { Repository } from "./repository";

const MiB = 1024 * 1024;
/**
 * Clones and the steps from one state to the next are asked for alike; a long list of what a client has comes from that
 * one. What it wants is as long as the list of refs, and the same for all that clone.
 */
const mostHad = 64;
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

/** The same bytes as `make` gives; what was made once for a moment of a repository is kept while there is room. */
export async function* heldAnswer(
  repository: Repository,
  asked: FetchArguments,
  make: () => AsyncGenerator<Buffer>,
): AsyncGenerator<Buffer> {
  const key = keyOf(repository, asked);
  const known = key === null ? undefined : store().answers.get(key);
  if (known) {
    for (let at = 0; at < known.length; at += pieceBytes) yield known.subarray(at, at + pieceBytes);
    return;
  }
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
  if (haves.length + shallows.size > mostHad) return null;
  const { marks } = store();
  const mark = marks.get(repository) ?? ++store().opened;
  marks.set(repository, mark);
  const bounds = deepen?.kind === "bounds" ? { ...deepen, not: [...deepen.not] } : deepen;
  const said = JSON.stringify([mark, wants, haves, [...shallows], bounds, flags]);
  return createHash("sha256").update(said).digest("base64");
}
