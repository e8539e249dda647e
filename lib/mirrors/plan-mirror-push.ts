import "server-only";
import { type Continuation, continueHistory, type Reached } from "@/lib/delivery/git/continue-history";
import type { RepositoryContent } from "@/lib/delivery/git/open-repository";

export type PushPlan = Continuation &
  (
    | { state: "empty" | "first"; base: null; remote: null }
    | { state: "current" | "forward"; base: Reached; remote: string }
    /** Everything from the beginning: what the remote has is none of ours. */
    | { state: "diverged"; base: null; remote: string }
  );

/**
 * What a push would do to a branch that is at `remote` now, null where there is none. `known` are commits that were sent
 * there before, which can have ids of their own; one with a number that was never reached here is of another history:
 * that of chosen skills begins anew when one of them is deleted.
 */
export function planMirrorPush(
  content: Pick<RepositoryContent, "rows" | "takenBack">,
  remote: string | null,
  known: readonly Reached[],
): PushPlan {
  const { rows } = content;
  if (remote === null) {
    const state = rows.length === 0 ? "empty" : "first";
    return { state, base: null, remote, ...continueHistory(content, null) };
  }
  const base =
    rows.find(({ id }) => id === remote) ??
    known.find(({ id, number }) => id === remote && number <= rows.length) ??
    findUnnoted(content, remote, known);
  if (!base) return { state: "diverged", base: null, remote, ...continueHistory(content, null) };
  const continuation = continueHistory(content, base);
  const state = continuation.commits.length === 0 ? "current" : "forward";
  return { state, base: { number: base.number, id: base.id }, remote, ...continuation };
}

/** Of pushes whose end nobody saw, the commits that they were to bring: one of them may have arrived since. */
function findUnnoted(
  content: Pick<RepositoryContent, "rows" | "takenBack">,
  remote: string,
  known: readonly Reached[],
): Reached | undefined {
  const { length } = content.rows;
  for (const from of [null, ...known.filter(({ number }) => number <= length)]) {
    const found = continueHistory(content, from).commits.find(({ id }) => id === remote);
    if (found) return found;
  }
  return undefined;
}
