import "server-only";
import { err, ok, type Result } from "@/lib/kernel/result";
import type { Deepen, FetchArguments } from "./fetch-arguments";
import type { Commit, Repository } from "./repository";

/** What a client gets, before any tree is looked at. */
export type FetchPlan = {
  /** Of the client's haves those that are known here, in its order. */
  common: readonly string[];
  /** Whether nothing that the client could still name would make the pack smaller. */
  ready: boolean;
  /** How many commits a clone of everything gets. */
  served: number;
  /** Commits that it lacks, newest first. */
  commits: readonly Commit[];
  /** Commits that it has with all their files: what is in them is left out. */
  known: readonly Commit[];
  /** Where its history ends from now on, and where it no longer does. */
  shallow: readonly string[];
  unshallow: readonly string[];
  /** Of `commits` those from below the end of the served history. */
  old: readonly Commit[];
};

/** Of the commits that a client has, so many tips are looked into for files. */
const mostKnownTips = 16;

/** Plans the answer to a fetch; an error is the sentence for the client. */
export function planFetch(repository: Repository, asked: FetchArguments): Result<FetchPlan, string> {
  const tips: Commit[] = [];
  const served = walk(repository, refTips(repository), { stop: repository.shallow });
  for (const id of asked.wants) {
    const commit = served.get(id)?.commit;
    if (!commit) return err(whyNot(repository, id));
    tips.push(commit);
  }
  const common = asked.haves.filter((id) => repository.findCommit(id) !== undefined);
  const has = walk(repository, find(repository, common), { stop: asked.shallows });
  const stop = new Set(has.keys());
  const ready = tips.every((tip) => reaches(repository, tip, stop));
  const reach = reachOf(repository, { tips, asked, has });
  if (!reach.ok) return reach;
  const { included, ends, old } = reach.value;
  const commits = [...included.values()].filter(({ id }) => !has.has(id));
  return ok({
    common,
    ready,
    served: served.size,
    commits,
    known: knownCommits(repository, { commits, common, has }),
    shallow: [...ends].filter((id) => !asked.shallows.has(id)),
    unshallow: asked.deepen
      ? [...asked.shallows].filter((id) => included.has(id) && !ends.has(id) && hasParents(repository, id))
      : [],
    old: old.filter(({ id }) => !has.has(id)),
  });
}

function whyNot(repository: Repository, id: string): string {
  return repository.findCommit(id)
    ? `upload-pack: not our ref ${id}: this commit holds what was withdrawn since, and is no longer served`
    : `upload-pack: not our ref ${id}`;
}

type Reached = Map<string, { commit: Commit; depth: number }>;
type Bounds = { stop: ReadonlySet<string>; most?: number };

/** From the tips towards the roots, each commit once at its least depth (a tip's is 1); no parents of `stop`. */
function walk(repository: Repository, tips: readonly Commit[], { stop, most = Infinity }: Bounds): Reached {
  const reached: Reached = new Map();
  let level = tips;
  for (let depth = 1; level.length > 0 && depth <= most; depth++) {
    const next: Commit[] = [];
    for (const commit of level) {
      if (reached.has(commit.id)) continue;
      reached.set(commit.id, { commit, depth });
      if (!stop.has(commit.id)) next.push(...find(repository, commit.parents));
    }
    level = next;
  }
  return reached;
}

const find = (repository: Repository, ids: readonly string[]): Commit[] =>
  ids.flatMap((id) => repository.findCommit(id) ?? []);

const refTips = (repository: Repository): Commit[] =>
  find(
    repository,
    repository.refs.map(({ id }) => id),
  );

const hasParents = (repository: Repository, id: string): boolean =>
  (repository.findCommit(id)?.parents.length ?? 0) > 0;

const reaches = (repository: Repository, tip: Commit, has: ReadonlySet<string>): boolean =>
  has.size > 0 &&
  walk(repository, [tip], { stop: has })
    .keys()
    .some((id) => has.has(id));

type Reach = { included: Map<string, Commit>; ends: Set<string>; old: readonly Commit[] };
type Asking = { tips: readonly Commit[]; asked: FetchArguments; has: Reached };

/** The commits that the client has afterwards as far as they were walked, and those whose parents it then lacks. */
function reachOf(repository: Repository, { tips, asked, has }: Asking): Result<Reach, string> {
  if (asked.deepen) return deepened(repository, { tips, deepen: asked.deepen, shallows: asked.shallows });
  const stop = new Set([...has.keys(), ...repository.shallow]);
  const included = walk(repository, tips, { stop });
  const ends = new Set<string>();
  const old: Commit[] = [];
  for (const id of repository.shallow) {
    const end = included.get(id)?.commit;
    if (!end || has.has(id)) continue;
    // A client from before the end needs what lies between: its own history cannot be cut behind its back.
    const below = walk(repository, find(repository, end.parents), { stop: new Set(has.keys()) });
    if (![...below.keys()].some((older) => has.has(older))) {
      ends.add(id);
      continue;
    }
    for (const [older, reached] of below) included.set(older, reached);
    old.push(...[...below.values()].map(({ commit }) => commit));
  }
  return ok({ included: commitsOf(included), ends, old });
}

type Deepening = { tips: readonly Commit[]; deepen: Deepen; shallows: ReadonlySet<string> };

function deepened(repository: Repository, { tips, deepen, shallows }: Deepening): Result<Reach, string> {
  const all = walk(repository, tips, { stop: repository.shallow });
  const isIn = deepen.kind === "depth" ? byDepth(all, deepen, shallows) : byBounds(repository, deepen);
  const included = commitsOf(all);
  for (const [id, reached] of all) if (!isIn(reached)) included.delete(id);
  if (included.size === 0) return err("no commits selected for shallow requests");
  const ends = new Set<string>();
  for (const { id, parents } of included.values())
    if (parents.some((parent) => !included.has(parent))) ends.add(id);
  return ok({ included, ends, old: [] });
}

type IsIn = (reached: { commit: Commit; depth: number }) => boolean;

function byDepth(
  all: Reached,
  { depth, relative }: Extract<Deepen, { kind: "depth" }>,
  shallows: ReadonlySet<string>,
): IsIn {
  const now = relative ? Math.max(0, ...[...shallows].map((id) => all.get(id)?.depth ?? 0)) : 0;
  return (reached) => reached.depth <= now + depth;
}

function byBounds(repository: Repository, { since, not }: Extract<Deepen, { kind: "bounds" }>): IsIn {
  const refs = repository.refs.filter(({ name }) =>
    [name, name.replace(/^refs\/(?:heads|tags)\//, "")].some((called) => not.has(called)),
  );
  const excluded = walk(
    repository,
    find(
      repository,
      refs.map(({ id }) => id),
    ),
    { stop: new Set() },
  );
  return ({ commit }) => !excluded.has(commit.id) && (since === null || commit.seconds >= since);
}

const commitsOf = (reached: Reached): Map<string, Commit> =>
  new Map([...reached].map(([id, { commit }]) => [id, commit]));

type Having = { commits: readonly Commit[]; common: readonly string[]; has: Reached };

/** The client's own commits beside those that it gets, and its newest: their files it has. */
function knownCommits(repository: Repository, { commits, common, has }: Having): Commit[] {
  const ids = new Set(commits.flatMap(({ parents }) => parents.filter((id) => has.has(id))));
  const newest = find(repository, common).sort((left, right) => right.seconds - left.seconds);
  for (const { id } of newest.slice(0, mostKnownTips)) ids.add(id);
  return find(repository, [...ids]);
}
