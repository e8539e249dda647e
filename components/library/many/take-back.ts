import { undoBatch } from "@/components/data/batch-queries";
import { client } from "@/lib/api/client";
import { type RunRow, rowOf, undoable } from "./batch-run";
import type { SendChunk } from "./use-batch-run";

/** Takes back what was done to these rows. What was taken back by a request without an answer is so already. */
export function takesBack(workspace: string, rows: readonly RunRow[]): SendChunk {
  const known = new Map(undoable(rows).map(({ name, undo }) => [name, undo]));
  return async (names) => {
    const items = names.map((skill) => ({ skill, undo: [...(known.get(skill) ?? [])] }));
    return (await undoBatch(client.library, workspace, items)).map(rowOf);
  };
}
