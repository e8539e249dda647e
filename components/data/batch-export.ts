import { queryOptions } from "@tanstack/react-query";
import { apiErrorOf, type Clients, unwrap } from "@/lib/api/client";
import { mostSkills } from "@/lib/batches/batch-options";
import type { TargetId } from "@/lib/targets/target-options";
import { batchKeys, type ChosenSkills, readChosenNames } from "./batch-queries";
import { saveFile } from "./save-file";

/** Says what of the skills is wanted, and in which form; with a target, in that of one host. */
export type ExportChoice = {
  version: "latest" | "draft";
  portable: boolean;
  target?: TargetId;
  format: "zip" | "tar.gz";
};

/** The names in parts, in order, each as large as one archive may be. */
export function archivesOf(names: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (let from = 0; from < names.length; from += mostSkills)
    parts.push(names.slice(from, from + mostSkills));
  return parts;
}

/** What skills are like moves on, and looking at many takes a while. */
const askedEachTime = { staleTime: 0, gcTime: 0, retry: false, refetchOnWindowFocus: false } as const;

/** What the archives would hold, and what not and why. */
export const exportReportQuery = (
  api: Clients["library"],
  workspace: string,
  chosen: ChosenSkills,
  { version, portable }: Pick<ExportChoice, "version" | "portable">,
) =>
  queryOptions({
    queryKey: batchKeys.exportReport(workspace, chosen, { version, portable }),
    queryFn: async ({ signal }) => {
      const names = await readChosenNames(api, workspace, chosen, signal);
      const answers = [];
      for (const part of archivesOf(names)) {
        signal.throwIfAborted();
        answers.push(
          await unwrap(
            api.workspaces[":workspace"].skills.export.report.$post(
              { param: { workspace }, json: { skills: { names: part }, version, portable } },
              { init: { signal } },
            ),
          ),
        );
      }
      return { names, items: answers.flatMap(({ items }) => items) };
    },
    ...askedEachTime,
  });

/**
 * What one host would get of the skills; `set` is null where they are more than one archive may hold, for a plugin in
 * parts would take its own place.
 */
export const exportTargetQuery = (
  api: Clients["library"],
  workspace: string,
  chosen: ChosenSkills,
  { version, target }: { version: ExportChoice["version"]; target: TargetId },
) =>
  queryOptions({
    queryKey: batchKeys.exportTarget(workspace, chosen, { version, target }),
    queryFn: async ({ signal }) => {
      const names = await readChosenNames(api, workspace, chosen, signal);
      if (names.length > mostSkills) return { names, set: null };
      const set = await unwrap(
        api.workspaces[":workspace"].skills.export.targets.$post(
          { param: { workspace }, json: { skills: { names }, version, target } },
          { init: { signal } },
        ),
      );
      return { names, set };
    },
    ...askedEachTime,
  });

/** The same skills fill several archives; the first is number 1. */
export type ArchivePart = { number: number; of: number };

/** Downloads the skills as one archive. Throws ApiError with the reason in words when it is refused. */
export async function exportSkills(
  api: Clients["library"],
  workspace: string,
  { names, part, ...choice }: ExportChoice & { names: readonly string[]; part: ArchivePart },
): Promise<void> {
  const response = await api.workspaces[":workspace"].skills.export.$post({
    param: { workspace },
    json: { skills: { names: [...names] }, ...choice },
  });
  if (!response.ok) throw await apiErrorOf(response);
  const name =
    fileNameOf(response.headers.get("content-disposition")) ?? `${workspace}-skills.${choice.format}`;
  saveFile(withPart(name, part), await response.blob());
}

const fileNameOf = (disposition: string | null) => /filename="?([^";]+)"?/.exec(disposition ?? "")?.[1];

const withPart = (fileName: string, { number, of }: ArchivePart): string =>
  of === 1 ? fileName : fileName.replace(/(\.zip|\.tar\.gz)$/, `-${number}-of-${of}$1`);
