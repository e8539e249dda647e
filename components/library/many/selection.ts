/** What a list's row is known by. The id stays when somebody renames it. */
export type SelectableRow = { id: string; name: string };

type Marked = ReadonlyMap<string, string>;

/**
 * Rows that somebody chose: the marked ones, or, once they asked for everything that matches, all of that except the
 * marked ones. `Matching` is how the list was filtered then.
 */
export type Selection<Matching> = {
  matching: Matching | null;
  /** Names by id, in the order in which they were marked. */
  marked: Marked;
  /** Where a range begins, what was marked besides it, and whether the range chooses or takes away. */
  anchor: { id: string; base: Marked; chooses: boolean } | null;
};

export const noSelection: Selection<never> = { matching: null, marked: new Map(), anchor: null };

export const isSelected = <Matching>({ matching, marked }: Selection<Matching>, id: string): boolean =>
  matching === null ? marked.has(id) : !marked.has(id);

/** `total`: of everything that matches, loaded or not. */
export const selectedCount = <Matching>({ matching, marked }: Selection<Matching>, total: number): number =>
  matching === null ? marked.size : Math.max(0, total - marked.size);

/** Marks or unmarks rows so that they are chosen, or not, whichever way the selection is held. */
function withRows<Matching>(
  { matching }: Selection<Matching>,
  base: Marked,
  rows: readonly SelectableRow[],
  chosen: boolean,
): Marked {
  const marked = new Map(base);
  const isMarked = chosen === (matching === null);
  for (const { id, name } of rows) {
    if (isMarked) marked.set(id, name);
    else marked.delete(id);
  }
  return marked;
}

/** The row changes sides, and the next range begins at it. */
export function toggled<Matching>(
  selection: Selection<Matching>,
  row: SelectableRow,
  chosen = !isSelected(selection, row.id),
): Selection<Matching> {
  const marked = withRows(selection, selection.marked, [row], chosen);
  return { ...selection, marked, anchor: { id: row.id, base: marked, chooses: chosen } };
}

/**
 * The range from the anchor to this row becomes what the anchor is; a longer or shorter one before it from the same
 * anchor is taken back. Without an anchor in the list, the row alone is chosen.
 */
export function extendedTo<Matching>(
  selection: Selection<Matching>,
  rows: readonly SelectableRow[],
  to: SelectableRow,
): Selection<Matching> {
  const { anchor } = selection;
  const from = anchor === null ? -1 : rows.findIndex(({ id }) => id === anchor.id);
  const end = rows.findIndex(({ id }) => id === to.id);
  if (anchor === null || from === -1 || end === -1) return toggled(selection, to, true);
  const range = rows.slice(Math.min(from, end), Math.max(from, end) + 1);
  return { ...selection, marked: withRows(selection, anchor.base, range, anchor.chooses) };
}

/** All of these rows are chosen, or none of them any more. */
export const withAll = <Matching>(
  selection: Selection<Matching>,
  rows: readonly SelectableRow[],
  chosen: boolean,
): Selection<Matching> => ({
  ...selection,
  marked: withRows(selection, selection.marked, rows, chosen),
  anchor: null,
});

export const everythingMatching = <Matching>(matching: Matching): Selection<Matching> => ({
  matching,
  marked: new Map(),
  anchor: null,
});

/** Rows that are gone, or dealt with: nothing is said of them any more. */
export function without<Matching>(
  selection: Selection<Matching>,
  isGone: (id: string) => boolean,
): Selection<Matching> {
  const keep = (rows: Marked): Marked => new Map([...rows].filter(([id]) => !isGone(id)));
  const { anchor } = selection;
  return {
    ...selection,
    marked: keep(selection.marked),
    anchor: anchor === null || isGone(anchor.id) ? null : { ...anchor, base: keep(anchor.base) },
  };
}

/** Names as they are now, for rows that were renamed since they were marked; the same object when none was. */
export function renamed<Matching>(
  selection: Selection<Matching>,
  rows: readonly SelectableRow[],
): Selection<Matching> {
  const changed = rows.filter(({ id, name }) => (selection.marked.get(id) ?? name) !== name);
  if (changed.length === 0) return selection;
  const marked = new Map(selection.marked);
  for (const { id, name } of changed) marked.set(id, name);
  return { ...selection, marked };
}

export type HeadState = "none" | "some" | "all";

/** What the checkbox over these rows shows. */
export function headState<Matching>(
  selection: Selection<Matching>,
  rows: readonly SelectableRow[],
  total: number,
): HeadState {
  if (rows.length > 0 && rows.every(({ id }) => isSelected(selection, id))) return "all";
  return selectedCount(selection, total) > 0 ? "some" : "none";
}

/**
 * Which rows went away between two states of the same list. One that is missing from a list that goes on may only have
 * moved further down; then it counts as gone if the list became shorter by as many.
 */
export function goneRows(
  before: { rows: readonly SelectableRow[]; total: number },
  now: { rows: readonly SelectableRow[]; total: number },
): ReadonlySet<string> {
  const here = new Set(now.rows.map(({ id }) => id));
  const missing = before.rows.filter(({ id }) => !here.has(id)).map(({ id }) => id);
  const isWhole = now.rows.length >= now.total;
  const isShorter = before.total - now.total >= missing.length;
  return new Set(isWhole || isShorter ? missing : []);
}
