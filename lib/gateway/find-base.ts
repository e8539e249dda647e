import { countShared, digestBytes } from "./history-digests";

/** The newest request of a conversation that a new one could go on with. */
export type Candidate = {
  sessionId: string;
  seq: number;
  digests: Uint8Array;
  /** Whether the host got the whole answer: else it may ask the same again. */
  isAnswered: boolean;
  /** Whether it is known by the host's own name for its session to be the same conversation. */
  isSameSession: boolean;
};

export type Base = { sessionId: string; seq: number | null; sharedItems: number };

/**
 * Which conversation a request belongs to, and what of its history is there already; null for the first of one. Where
 * the host names its session that decides, whatever became of the history. Else a history must go on with the whole of
 * an earlier one, or be the same again after an answer that failed. Candidates are given newest first.
 */
export function findBase(digests: Uint8Array, candidates: readonly Candidate[]): Base | null {
  const same = candidates.filter(({ isSameSession }) => isSameSession);
  if (same.length > 0) return longest(digests, same);
  const count = digests.byteLength / digestBytes;
  const continued = candidates.filter((candidate) => {
    const size = candidate.digests.byteLength / digestBytes;
    if (size === 0 || countShared(digests, candidate.digests) < size) return false;
    return count > size || !candidate.isAnswered;
  });
  return continued.length > 0 ? longest(digests, continued) : null;
}

/** The one that shares most; of several the newest. */
function longest(digests: Uint8Array, candidates: readonly Candidate[]): Base | null {
  let best: Base | null = null;
  for (const { sessionId, seq, digests: earlier } of candidates) {
    const sharedItems = countShared(digests, earlier);
    if (best === null || sharedItems > best.sharedItems)
      best = { sessionId, seq: sharedItems === 0 ? null : seq, sharedItems };
  }
  return best;
}
