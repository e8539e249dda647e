import type { QueryClient } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import type { BatchItem, RunBatch, UndoBatch } from "@/lib/batches/schema";
import { agentKeys } from "./agent-queries";
import { libraryKeys, listQuery } from "./library-queries";
import { reviewKeys } from "./review-queries";
import type { SkillFilters } from "./skill-filters";

const skills = (api: Clients["library"]) => api.workspaces[":workspace"].skills;

export type BatchAct = RunBatch["act"];

/** Skills that somebody chose: by name, or all that a list shows but a few. */
export type ChosenSkills =
  | { names: readonly string[] }
  | { matching: SkillFilters; except: readonly string[] };

/** As many as the API gives at once. */
const pageSize = 200;

/** The names of what was chosen, in the order of the list; asks page by page for what was never loaded. */
export async function readChosenNames(
  api: Clients["library"],
  workspace: string,
  chosen: ChosenSkills,
  signal?: AbortSignal,
): Promise<string[]> {
  if ("names" in chosen) return [...chosen.names];
  const except = new Set(chosen.except);
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    signal?.throwIfAborted();
    const page = await unwrap(
      skills(api).$get({
        param: { workspace },
        query: {
          ...listQuery(chosen.matching),
          limit: String(pageSize),
          ...(cursor === undefined ? {} : { cursor }),
        },
      }),
    );
    names.push(...page.items.map(({ name }) => name).filter((name) => !except.has(name)));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return [...new Set(names)];
}

type Asked = {
  act: BatchAct;
  names: readonly string[];
  seen?: Record<string, number>;
  signal?: AbortSignal;
};

/** What an act would do to each of these skills. */
export async function previewBatch(
  api: Clients["library"],
  workspace: string,
  asked: Asked,
): Promise<BatchItem[]> {
  return sendBatch(api, workspace, asked, true);
}

/** Does it. What was refused is among the answers; it throws only when nothing is known. */
export async function runBatch(
  api: Clients["library"],
  workspace: string,
  asked: Asked,
): Promise<BatchItem[]> {
  return sendBatch(api, workspace, asked, false);
}

async function sendBatch(
  api: Clients["library"],
  workspace: string,
  { act, names, seen, signal }: Asked,
  preview: boolean,
) {
  const { items } = await unwrap(
    skills(api).batch.$post(
      {
        param: { workspace },
        json: { skills: { names: [...names], ...(seen && { seen }) }, act, preview },
      },
      signal && { init: { signal } },
    ),
  );
  return items;
}

/** Takes back what a batch answered as `undo`. */
export async function undoBatch(
  api: Clients["library"],
  workspace: string,
  items: UndoBatch["items"],
): Promise<BatchItem[]> {
  const answer = await unwrap(
    skills(api).batch.undo.$post({ param: { workspace }, json: { items, preview: false } }),
  );
  return answer.items;
}

/** What stands below is asked again whenever the library changes: what would happen follows from it. */
export const batchKeys = {
  preview: (workspace: string, chosen: ChosenSkills, act: BatchAct | null) =>
    [...libraryKeys.all(workspace), "batch-preview", chosen, act] as const,
  exportReport: (workspace: string, chosen: ChosenSkills, form: { version: string; portable: boolean }) =>
    [...libraryKeys.all(workspace), "batch-export", chosen, form] as const,
  exportTarget: (workspace: string, chosen: ChosenSkills, form: { version: string; target: string }) =>
    [...libraryKeys.all(workspace), "batch-target", chosen, form] as const,
};

/** Skills, the agents that have them, and their reviews are asked for again. */
export async function askWhatBatchesChange(cache: QueryClient, workspace: string): Promise<void> {
  const keys = [libraryKeys.all(workspace), agentKeys.all(workspace), reviewKeys.all(workspace)];
  await Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })));
}
