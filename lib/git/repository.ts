import type { TreeEntry } from "./objects";

export type Commit = {
  id: string;
  tree: string;
  parents: readonly string[];
  /** When it was committed, since 1970. */
  seconds: number;
  /** The object as git hashes it, without its header. */
  bytes: Uint8Array;
};

/** A full name ("refs/heads/main") and the commit that it names. */
export type Ref = { name: string; id: string };

/** An object as a pack holds it: how long it is unpacked, and its zlib stream; both of its change of a `base`, where it has one. */
export type PackedObject = { id: string; size: number; deflated: Uint8Array; base?: string };

/** What is served, of one moment: nothing of it changes while an answer is made. */
export type Repository = {
  /** The branch that HEAD is; it need not be there yet. */
  headTarget: string;
  refs: readonly Ref[];
  /** Every commit that may be named, those below `shallow` too. */
  findCommit(id: string): Commit | undefined;
  /** Commits whose parents are not handed to anybody who has none of them: there the history ends. */
  shallow: ReadonlySet<string>;
  /** Why these commits from below `shallow` are not handed out, also to who has what is below them; null if they are. */
  refuseOld(commits: readonly Commit[]): string | null;
  readTree(id: string): Promise<readonly TreeEntry[]>;
  /** Each of them once, in any order. Only as much is read ahead as a few files are. */
  readBlobs(ids: readonly string[]): AsyncIterable<PackedObject>;
  /** Trees that were packed before, by their ids and what they are changes of: a tree of a thousand folders takes longer to pack than to send. */
  packedTrees: {
    get(name: string): PackedObject | undefined;
    set(name: string, tree: PackedObject): unknown;
  };
};
