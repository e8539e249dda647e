type Rows<Row> = {
  /** By workspace, of this process: what is under way. */
  underWay: Map<string, Promise<number>>;
  rows: readonly Row[];
  work: (row: Row) => Promise<boolean>;
};

/**
 * Does something with each row, one after the other within a workspace and beside those of others: a slow remote keeps
 * only its own workspace waiting. Nothing for workspaces that have something under way. Answers how often it was so.
 */
export async function besideEachOther<Row extends { workspaceId: string }>({
  underWay,
  rows,
  work,
}: Rows<Row>): Promise<number> {
  const oneByOne = async (own: readonly Row[]) => {
    let count = 0;
    for (const row of own) if (await work(row)) count += 1;
    return count;
  };
  const begun: Promise<number>[] = [];
  for (const [workspaceId, own] of Map.groupBy(rows, (row) => row.workspaceId)) {
    if (underWay.has(workspaceId)) continue;
    const going = oneByOne(own).finally(() => underWay.delete(workspaceId));
    underWay.set(workspaceId, going);
    begun.push(going);
  }
  const counts = await Promise.all(begun);
  return counts.reduce((sum, count) => sum + count, 0);
}
