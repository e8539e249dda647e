/** Before anything is expected; for each answer that came whole; and of what comes, at the least. */
const [patienceMs, eachAnswerMs, leastBytesEachMs] = [30_000, 1_000, 32];

/**
 * Whether a remote has taken longer than what came of it explains: one that drips would hold the turn of everybody whose
 * source is read next. `answers`: those that came whole.
 */
export const isDripping = ({ ms, bytes, answers = 0 }: { ms: number; bytes: number; answers?: number }) =>
  ms > patienceMs + answers * eachAnswerMs + bytes / leastBytesEachMs;
