import "server-only";
import { encodeCommit, objectId } from "@/lib/git/objects";
import { createBreathe } from "@/lib/platform/yield-between-steps";
import { commitMessage, signatures } from "./commit-message";
import type { GitChange, StateSkill } from "./git-record-schema";
import type { HistoryRow } from "./load-history";
import type { PlannedChange } from "./plan-changes";
import { pluginFiles } from "./plugin-files";
import { stateTree } from "./state-tree";

/** A commit with the files that stand beside its skills, by path. */
export type NewRow = HistoryRow & { rootFiles: Record<string, string> };

export type Building = {
  title: string;
  /** Of the workspace. */
  owner: string;
  /** When the agent or the workspace was made: the time of what nothing else dates. */
  begun: string;
  /** By chance, in the message of the first commit: from nothing else could its id be told, nor any after it. */
  salt: string;
  /** What the commits so far come to, by skill. */
  state: ReadonlyMap<string, StateSkill>;
  newest: Pick<HistoryRow, "number" | "id" | "seconds"> | null;
};

/** A skill as the state holds it, of what a version is given as. */
export type ToState = (change: Extract<PlannedChange, { kind: "arrives" }>["arriving"]) => StateSkill;

/** The rows of these changes, each on top of the one before. Depends on nothing that is not given: no clock, no chance. */
export async function buildCommits(
  changes: readonly PlannedChange[],
  { title, owner, begun, salt, state: before, newest }: Building,
  toState: ToState,
): Promise<NewRow[]> {
  const state = new Map(before);
  const rows: NewRow[] = [];
  const breathe = createBreathe();
  let below = newest;
  for (const planned of changes) {
    const change = toChange(planned, title, toState);
    apply(state, change);
    const number = (below?.number ?? 0) + 1;
    const rootFiles = pluginFiles({ title, owner, number, skills: [...state.values()] });
    const made = { trees: new Map(), texts: new Map() };
    const tree = stateTree({ skills: state.values(), rootFiles }, made);
    const { author, committer } = signatures(planned, { begun, since: below?.seconds ?? null });
    const parents = below ? [below.id] : [];
    const message = commitMessage(planned, { title, salt: below ? null : salt });
    const bytes = encodeCommit({ tree, parents, author, committer, message });
    const { seconds } = committer;
    const row = { number, id: objectId("commit", bytes), tree, parents, seconds, bytes, change, rootFiles };
    rows.push(row);
    below = row;
    await breathe();
  }
  return rows;
}

function toChange(planned: PlannedChange, title: string, toState: ToState): GitChange {
  switch (planned.kind) {
    case "title":
      return { title, skillId: null, skill: null };
    case "leaves":
      return { title, skillId: planned.before.skillId, skill: null };
    case "arrives":
      return { title, skillId: planned.arriving.skillId, skill: toState(planned.arriving) };
  }
}

/** Plays one change on a state. */
export function apply(state: Map<string, StateSkill>, { skillId, skill }: GitChange): void {
  if (skillId === null) return;
  if (skill === null) state.delete(skillId);
  else state.set(skillId, skill);
}
