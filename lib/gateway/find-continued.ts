import { countShared, digestBytes } from "./history-digests";

/** The newest request of a conversation that a new one could go on with. */
export type Candidate = {
  sessionId: string;
  seq: number;
  digests: Uint8Array;
  /** Of what it was answered; null where that is not known. */
  answerDigest: string | null;
  /** Whether the host got the whole answer: else it may ask the same again. */
  isAnswered: boolean;
  /** Whether it is known by the host's own name for its session to be the same conversation. */
  isSameSession: boolean;
};

/** A history: its items, and what the model says behind the first so many of them. */
export type History = { digests: Uint8Array; saidBehind: (size: number) => string | null };

export type Base = { sessionId: string; seq: number | null; sharedItems: number };

/**
 * Which conversation a request belongs to, and what of its history is there already; null for the first of one. Where
 * the host names its session that decides, whatever became of the history. Else a history must go on with the whole of
 * an earlier one and with what that was answered, or be the same again after an answer that failed. Candidates are
 * given newest first.
 */
export function findContinued(history: History, candidates: readonly Candidate[]): Base | null {
  const { digests } = history;
  const same = candidates.filter(({ isSameSession }) => isSameSession);
  if (same.length > 0) return longest(history, same);
  const continued = candidates.filter((candidate) => {
    const size = sizeOf(candidate);
    if (size === 0 || countShared(digests, candidate.digests) < size) return false;
    return sizeOf(history) > size ? agreement(history, candidate) !== "no" : !candidate.isAnswered;
  });
  return continued.length > 0 ? longest(history, continued) : null;
}

const sizeOf = ({ digests }: { digests: Uint8Array }): number => digests.byteLength / digestBytes;

const agreements = ["yes", "unknown", "no"] as const;

/** Whether a history goes on with what a candidate was answered: two that begin alike differ in it. */
function agreement({ saidBehind }: History, candidate: Candidate): (typeof agreements)[number] {
  if (candidate.answerDigest === null) return "unknown";
  return saidBehind(sizeOf(candidate)) === candidate.answerDigest ? "yes" : "no";
}

/** The one that shares most; of several the one whose answer is known to be there, then the newest. */
function longest(history: History, candidates: readonly Candidate[]): Base | null {
  let best: Base | null = null;
  for (const wanted of agreements)
    for (const candidate of candidates) {
      if (agreement(history, candidate) !== wanted) continue;
      const { sessionId, seq } = candidate;
      const sharedItems = countShared(history.digests, candidate.digests);
      if (best === null || sharedItems > best.sharedItems)
        best = { sessionId, seq: sharedItems === 0 ? null : seq, sharedItems };
    }
  return best;
}
