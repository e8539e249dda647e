import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { TreeEntry } from "@/lib/git/objects";
import type { Commit, PackedObject, Ref, Repository } from "@/lib/git/repository";
import { createBreathe } from "@/lib/platform/yield-between-steps";
import { type Recorded, recordCommits } from "../commands/record-commits";
import type { Delivery } from "../delivered";
import { heldMoment, type Moment } from "../held-deliveries";
import { readDelivery } from "../read-delivery";
import { apply } from "./build-commits";
import { findTakenBack, type TakenBack } from "./find-taken-back";
import { readGitPackages } from "./git-packages";
import type { StateSkill } from "./git-record-schema";
import { type HistoryRow, historyKey, readRootFiles, stateAfter } from "./load-history";
import { pluginVersion } from "./plugin-files";
import { type BlobSource, packedObjects, readBlobs } from "./read-blobs";
import { servedFrom } from "./served-from";
import { skillTree, stateTree } from "./state-tree";

/** What was opened, and at which reading of the delivery it was found to be so. */
type Opened = { moment: Moment; opening: Promise<DeliveredRepository> };

declare global {
  var greenroomGitRepositories: WeakMap<Delivery, Map<string, Opened>> | undefined;
}

/** With the history that it is made of. */
export type OpenRepository = Repository & { content: RepositoryContent };

/**
 * The repository of what a source is delivered at this moment; the same one while nothing of it changes. A history has
 * versions that the delivery does not tell of: whether one was taken back is asked again at each moment.
 */
export async function openRepository(context: WorkspaceContext, recorded: Recorded): Promise<OpenRepository> {
  const moment = await heldMoment(context, recorded.source);
  const { delivery } = moment;
  globalThis.greenroomGitRepositories ??= new WeakMap();
  const repositories = globalThis.greenroomGitRepositories;
  const named = repositories.get(delivery) ?? new Map<string, Opened>();
  repositories.set(delivery, named);
  const known = named.get(recorded.title);
  if (known?.moment === moment) return known.opening;
  const opening = open(context, { recorded, delivery, known });
  const opened: Opened = { moment, opening };
  named.set(recorded.title, opened);
  opening.catch(() => named.get(recorded.title) === opened && named.delete(recorded.title));
  return opening;
}

type Opening = { recorded: Recorded; delivery: Delivery; known: Opened | undefined };

async function open(
  context: WorkspaceContext,
  { recorded, delivery, known }: Opening,
): Promise<DeliveredRepository> {
  const before = await known?.opening.catch(() => null);
  const history = historyKey(recorded.source, recorded.title);
  let rows = await recordCommits(context, recorded, delivery);
  let takenBack = await findTakenBack(context, rows);
  if ([...stateAfter(rows).values()].some(({ versionId }) => takenBack.has(versionId))) {
    // Withdrawn since the delivery was read: what it says now is what counts.
    rows = await recordCommits(context, recorded, await readDelivery(context, recorded.source));
    takenBack = await findTakenBack(context, rows);
  }
  const content = { history, rows, takenBack };
  return before && isSame(before.content, content) ? before : new DeliveredRepository(context, content);
}

/** A commit names all that it follows. */
const isSame = (before: RepositoryContent, now: RepositoryContent): boolean =>
  before.rows.length === now.rows.length &&
  before.rows.at(-1)?.id === now.rows.at(-1)?.id &&
  before.takenBack.size === now.takenBack.size &&
  [...now.takenBack].every(([id, { isGone }]) => before.takenBack.get(id)?.isGone === isGone);

export type RepositoryContent = { history: string; rows: readonly HistoryRow[]; takenBack: TakenBack };

/** A history as git serves it. Trees are made from what the rows say, and only those that somebody asks for. */
class DeliveredRepository implements OpenRepository {
  readonly headTarget = "refs/heads/main";
  readonly packedTrees = packedObjects();
  readonly refs: readonly Ref[];
  readonly shallow: ReadonlySet<string>;
  private readonly commits: ReadonlyMap<string, HistoryRow>;
  private readonly numbers: ReadonlyMap<string, number>;
  private readonly keys = new Map<string, string>();
  private readonly trees = new Map<string, readonly TreeEntry[]>();
  private readonly texts = new Map<string, Buffer>();
  private readonly sources = new Map<string, BlobSource>();
  private readonly breathe = createBreathe();
  /** Read last, by the commits' numbers. */
  private rootFiles = new Map<number, Record<string, string>>();
  private state: { number: number; skills: Map<string, StateSkill> } = { number: 0, skills: new Map() };

  constructor(
    private readonly context: WorkspaceContext,
    readonly content: RepositoryContent,
  ) {
    const { rows, takenBack } = content;
    const first = servedFrom(rows, takenBack);
    const end = rows[first];
    const newest = rows.at(-1);
    this.shallow = new Set(end && first > 0 ? [end.id] : []);
    this.commits = new Map(rows.map((row) => [row.id, row]));
    this.numbers = new Map(rows.map(({ tree, number }) => [tree, number]));
    for (const { change } of rows) if (change.skill?.tree) this.keys.set(change.skill.tree, change.skill.key);
    const tags = rows
      .slice(Math.max(first, rows.length - mostTags))
      .map(({ number, id }) => ({ name: `refs/tags/v${pluginVersion(number)}`, id }));
    this.refs = newest ? [{ name: this.headTarget, id: newest.id }, ...tags] : [];
  }

  findCommit(id: string): Commit | undefined {
    return this.commits.get(id);
  }

  /** Who has a version already is given no bytes of it, and has to get past it. */
  refuseOld(commits: readonly Commit[]): string | null {
    if (commits.length > mostOld) return tooFar;
    const numbers = commits.flatMap(({ id }) => this.commits.get(id)?.number ?? []);
    const { rows, takenBack } = this.content;
    const below = Math.min(...numbers) - 1;
    const had = new Set([...stateAfter(rows.slice(0, below)).values()].map(({ versionId }) => versionId));
    for (const { change } of rows.slice(below, Math.max(...numbers))) {
      const { versionId = "" } = change.skill ?? {};
      if (takenBack.has(versionId) && !had.has(versionId)) return takenOut;
    }
    return [...had].some((versionId) => takenBack.get(versionId)?.isGone) ? takenOut : null;
  }

  async readTree(id: string): Promise<readonly TreeEntry[]> {
    const known = this.trees.get(id);
    if (known) return known;
    const number = this.numbers.get(id);
    if (number !== undefined) await this.makeRoot(number);
    else await this.makeSkills(id);
    const made = this.trees.get(id);
    if (!made) throw new Error(`There is no tree ${id}.`);
    return made;
  }

  readBlobs(ids: readonly string[]): AsyncIterable<PackedObject> {
    return readBlobs(this.context, ids, (id) => {
      const bytes = this.texts.get(id);
      return bytes ? { bytes } : this.sources.get(id);
    });
  }

  private async makeRoot(number: number): Promise<void> {
    const { history } = this.content;
    if (!this.rootFiles.has(number))
      this.rootFiles = await readRootFiles(this.context, { history, number, count: readAtOnce });
    const rootFiles = this.rootFiles.get(number);
    if (!rootFiles) throw new Error(`There are no files of commit ${number}.`);
    const { trees, texts } = this;
    stateTree({ skills: this.stateAt(number).values(), rootFiles }, { trees, texts });
    await this.breathe();
  }

  /** The oldest are asked for first: each goes on from the one before. */
  private stateAt(number: number): Map<string, StateSkill> {
    const { rows } = this.content;
    const from = this.state.number <= number ? this.state.number : 0;
    const state = from === 0 ? new Map<string, StateSkill>() : this.state.skills;
    for (const { change } of rows.slice(from, number)) apply(state, change);
    this.state = { number, skills: state };
    return state;
  }

  /** All of the newest state at once: who asks for one skill asks for the others next. */
  private async makeSkills(id: string): Promise<void> {
    const asked = this.keys.get(id);
    if (asked === undefined) return;
    const state = [...stateAfter(this.content.rows).values()];
    const keys = state.flatMap(({ tree, key }) => (tree !== null && !this.trees.has(tree) ? [key] : []));
    for (const { files, skillFile } of (
      await readGitPackages(this.context, [...new Set([asked, ...keys])])
    ).values()) {
      skillTree(files, this.trees);
      for (const { id: blob, sha256, size } of files) {
        if (sha256 !== null) this.sources.set(blob, { sha256, size });
        else if (skillFile) this.sources.set(blob, { bytes: skillFile });
      }
    }
  }
}

/** Commits whose files are read at once: who asks for one asks for the next ones too. */
const readAtOnce = 50;
/** Every fetch lists them. */
const mostTags = 100;
/** Each commit may need a tree of every skill: a client that is further behind is better off with the newest alone. */
const mostOld = 300;
const withNewest =
  "Go on with the newest: git fetch --depth 1 && git reset --hard origin/main. Or clone again.";
const takenOut = `Commits between yours and the newest hold a version that was withdrawn or deleted since. ${withNewest}`;
const tooFar = `Yours is more than ${mostOld} commits behind what a clone gets. ${withNewest}`;
