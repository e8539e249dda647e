/** What is shared, as it stands where the skill is written. */
export type Given = {
  /** The number of the version that is shared now; null: none, or the share has ended. */
  gives: number | null;
  /** Numbers of versions there that are not withdrawn. */
  standing: ReadonlySet<number>;
};

/** A version here, with the numbers of the versions there that it is a copy of. */
export type Copy = {
  versionId: string;
  /** Its number here. */
  here: number;
  there: readonly number[];
  /** `here`: somebody here withdrew it. `spread`: it was, because it is no longer given. */
  withdrawn: "here" | "spread" | null;
};

export type CopySteps = {
  /** Ids of versions here that agents no longer get, or get again. */
  withdraw: string[];
  reinstate: string[];
  /** The version there that is to be copied. */
  take: number | null;
};

/**
 * What has to be done so that a workspace has of another one's skill what is shared with it, and nothing of what is
 * not: copies of withdrawn versions are withdrawn, all of them where nothing is shared (any more). What somebody here
 * withdrew stays so.
 */
export function decideCopies({ gives, standing }: Given, copies: readonly Copy[]): CopySteps {
  const isGiven = ({ there }: Copy) => gives !== null && there.some((number) => standing.has(number));
  const newest = copies.filter(isGiven).reduce<Copy | null>(latestOf, null);
  return {
    withdraw: idsOf(copies.filter((copy) => copy.withdrawn === null && !isGiven(copy))),
    reinstate: idsOf(copies.filter((copy) => copy.withdrawn === "spread" && isGiven(copy))),
    take: gives === null || newest?.there.includes(gives) ? null : gives,
  };
}

const idsOf = (copies: readonly Copy[]): string[] => copies.map(({ versionId }) => versionId);

const latestOf = (latest: Copy | null, copy: Copy): Copy =>
  latest !== null && latest.here > copy.here ? latest : copy;
