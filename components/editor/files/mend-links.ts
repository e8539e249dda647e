import { type Moves, renameLinks } from "@/lib/skills/rename-links";
import { applyEdits } from "@/lib/skills/text-position";
import { type DraftState, setText } from "../saving/draft-state";

const isProse = (path: string): boolean => /\.(?:md|mdx|markdown)$/i.test(path);

/** Finds what moved between two states of a draft, from the old path to the new one. */
export function movesOf(before: DraftState, after: DraftState): Moves {
  const paths = new Map(before.files.map((file) => [file.id, file.path]));
  return new Map(
    after.files.flatMap(({ id, path }) => {
      const old = paths.get(id);
      return old === undefined || old === path ? [] : [[old, path] as const];
    }),
  );
}

/** The draft with its documents' links following the moves, and how many links in how many files that changes. */
export function mendLinks(
  state: DraftState,
  moves: Moves,
): { state: DraftState; links: number; files: number } {
  const oldPaths = new Map([...moves].map(([from, to]) => [to, from]));
  const oldPath = (path: string): string => oldPaths.get(path) ?? path;
  const known = new Set(state.files.map(({ path }) => oldPath(path)));
  let mended = state;
  let links = 0;
  let files = 0;
  for (const { id, path, text } of state.files) {
    if (text === null || !isProse(path)) continue;
    const edits = renameLinks(text, oldPath(path), moves, known);
    if (edits.length === 0) continue;
    mended = setText(mended, id, applyEdits(text, edits));
    links += edits.length;
    files++;
  }
  return { state: mended, links, files };
}
