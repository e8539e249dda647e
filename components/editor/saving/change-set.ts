import type { DraftChange } from "@/lib/library/drafts/draft-schema";
import { type DraftState, deletedPaths, isRewritten, type WorkingFile } from "./draft-state";

/**
 * Everything unsaved as one change-set: deletions, then moves in an order in which each place is free, then writes.
 * Files that trade places are moved through a third name.
 */
export function buildChangeSet(state: DraftState): DraftChange[] {
  const written = new Set(state.files.filter((file) => file.saved === null).map((file) => file.path));
  const deletions = deletedPaths(state).filter((path) => !written.has(path));
  return [
    ...deletions.map((path): DraftChange => ({ op: "delete", path })),
    ...orderMoves(state.files),
    ...state.files.flatMap((file) => [...writeOf(file), ...modeOf(file, state)]),
  ];
}

function writeOf(file: WorkingFile): DraftChange[] {
  if (!isRewritten(file)) return [];
  if (file.upload !== null) return [{ op: "write", path: file.path, base64: file.upload.base64 }];
  return file.text === null ? [] : [{ op: "write", path: file.path, text: file.text }];
}

/** A new file in the place of another one would keep what that one was. */
function modeOf({ path, saved, executable }: WorkingFile, { base }: DraftState): DraftChange[] {
  const before = saved ?? base.find((file) => file.path === path);
  if (executable === (before?.executable ?? false)) return [];
  return [{ op: "set-executable", path, executable }];
}

function orderMoves(files: readonly WorkingFile[]): DraftChange[] {
  let waiting = files.flatMap((file) =>
    file.saved !== null && file.saved.path !== file.path ? [{ from: file.saved.path, to: file.path }] : [],
  );
  const moves: DraftChange[] = [];
  while (waiting.length > 0) {
    const occupied = new Set(waiting.map((move) => move.from));
    const free = waiting.filter((move) => !occupied.has(move.to));
    moves.push(...free.map((move): DraftChange => ({ op: "move", ...move })));
    if (free.length > 0) {
      waiting = waiting.filter((move) => occupied.has(move.to));
      continue;
    }
    const [first, ...others] = waiting;
    if (first === undefined) break;
    const aside = `${first.from}.moving`;
    moves.push({ op: "move", from: first.from, to: aside });
    waiting = [...others, { from: aside, to: first.to }];
  }
  return moves;
}
