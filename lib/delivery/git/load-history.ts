import "server-only";
import { LRUCache } from "lru-cache";
import type { WorkspaceContext } from "@/lib/access/context";
import { sha256 } from "@/lib/platform/crypto";
import type { DeliverySource } from "../delivery-source";
import { sourceKey } from "../delivery-source";
import { apply } from "./build-commits";
import { type GitChange, gitChangeSchema, rootFilesSchema, type StateSkill } from "./git-record-schema";

/** One commit as it is kept, without the files beside the skills. Numbers count from 1, without gaps. */
export type HistoryRow = {
  number: number;
  id: string;
  tree: string;
  parents: readonly string[];
  seconds: number;
  bytes: Uint8Array;
  change: GitChange;
};

/**
 * What a history is kept by: its source, and for a selection, which is called what its address is called, that name too.
 */
export const historyKey = (source: DeliverySource, title: string): string =>
  sha256(`${sourceKey(source)}\n${source.kind === "selection" ? title : ""}`);

declare global {
  var greenroomGitHistories: LRUCache<string, readonly HistoryRow[]> | undefined;
}
/** Of this process, by workspace and key. Rows never change: only newer ones are read again. */
function held(): LRUCache<string, readonly HistoryRow[]> {
  globalThis.greenroomGitHistories ??= new LRUCache({
    maxSize: 50_000,
    sizeCalculation: (rows) => rows.length + 1,
  });
  return globalThis.greenroomGitHistories;
}

/** All commits of a history, oldest first. */
export async function loadHistory(
  { db, workspace }: WorkspaceContext,
  history: string,
): Promise<readonly HistoryRow[]> {
  const key = `${workspace.id} ${history}`;
  const known = held().get(key) ?? [];
  const rows = await db.gitCommit.findMany({
    where: { workspaceId: workspace.id, history, number: { gt: known.length } },
    orderBy: { number: "asc" },
    select: { number: true, commit: true, tree: true, seconds: true, bytes: true, change: true },
  });
  if (rows.length === 0) return known;
  const all = [...known];
  for (const { commit: id, change, ...row } of rows) {
    const parents = all.slice(-1).map((below) => below.id);
    all.push({ ...row, id, parents, change: gitChangeSchema.parse(change) });
  }
  held().set(key, all);
  return all;
}

/** What commits come to, by skill. */
export function stateAfter(rows: readonly Pick<HistoryRow, "change">[]): Map<string, StateSkill> {
  const state = new Map<string, StateSkill>();
  for (const { change } of rows) apply(state, change);
  return state;
}

/** The files beside the skills at so many commits from one on, by path; by the commits' numbers. */
export async function readRootFiles(
  { db, workspace }: WorkspaceContext,
  { history, number, count = 1 }: { history: string; number: number; count?: number },
): Promise<Map<number, Record<string, string>>> {
  const rows = await db.gitCommit.findMany({
    where: { workspaceId: workspace.id, history, number: { gte: number, lt: number + count } },
    select: { number: true, rootFiles: true },
  });
  return new Map(rows.map((row) => [row.number, rootFilesSchema.parse(row.rootFiles)]));
}
