import "server-only";
import { archiveStem } from "@/lib/bundles/find-packages";
import { packagesOf, type SourceContents } from "@/lib/imports/read-source";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { err, ok, type Result } from "@/lib/kernel/result";
import { findCommit, readCommit } from "./internal/read-git";
import type { SourceFailure } from "./source-options";
import { remoteOf, type SourceRow } from "./source-rows";

/** What a source holds at one commit or digest; null where that is what it held before. */
export type RemoteReading = {
  revision: string;
  contents: (SourceContents & { size: number; leftOut: string[] }) | null;
};

/** Asks the remote and changes nothing. `known`: the commit or digest that need not be read again. */
export async function readRemote(
  row: SourceRow,
  known: string | null,
  signal: AbortSignal,
): Promise<Result<RemoteReading, SourceFailure>> {
  const remote = remoteOf(row);
  const commit = await findCommit(remote, row.ref, signal);
  if (!commit.ok) return commit;
  const revision = commit.value;
  if (revision === known) return ok({ revision, contents: null });
  const read = await readCommit(remote, { commit: revision, folder: row.folder }, signal);
  if (!read.ok) return read;
  const { contents, submodules, size } = read.value;
  const packages = packagesOf(contents, topName(row));
  if (!packages.ok) return err("no-skills");
  const leftOut = submodules.map((path) => `${markHidden(path)} is a submodule and was left out.`);
  return ok({ revision, contents: { ...packages.value, size, leftOut } });
}

/** What a skill at the top goes by: its folder, or its repository. */
const topName = ({ url, folder }: Pick<SourceRow, "url" | "folder">): string =>
  (folder || (URL.parse(url)?.pathname ?? ""))
    .split("/")
    .at(-1)
    ?.replace(/\.git$/, "") || archiveStem("skill");
