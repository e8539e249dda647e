import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { archiveStem } from "@/lib/bundles/find-packages";
import { chooseContents } from "@/lib/imports/choose-contents";
import type { PackagePatterns } from "@/lib/imports/choose-packages";
import type { SourceContents } from "@/lib/imports/read-source";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { ok, type Result } from "@/lib/kernel/result";
import type { Remote } from "./internal/ask-remote";
import { type FindKnown, type KnownParts, openKnownParts } from "./internal/known-parts";
import { fetchArchive } from "./internal/read-archive-address";
import { findCommit, readCommit } from "./internal/read-git";
import { fetchOci } from "./internal/read-oci";
import { readWellKnown } from "./internal/read-well-known";
import type { SourceFailure, SourceKind } from "./source-options";
import { type AcceptHost, kindOf, remoteOf, type SourceRow } from "./source-rows";

/** What a source holds at one commit or digest; null where that is what it held before. */
export type RemoteReading = {
  revision: string;
  contents: (SourceContents & { size: number; leftOut: string[] }) | null;
  /** What an archive's server calls it, to ask again. */
  etag?: string | null;
  /** Of an index, what need not be fetched again. */
  parts?: KnownParts;
};

type Place = Pick<SourceRow, "url" | "ref" | "folder">;
type Asked = {
  remote: Remote;
  place: Place;
  patterns: PackagePatterns;
  known: { revision: string; etag: string | null } | null;
  findKnown: FindKnown;
  signal: AbortSignal;
};
type Reader = (asked: Asked) => Promise<Result<RemoteReading, SourceFailure>>;

const readers: Record<SourceKind, Reader> = {
  git: readRepository,
  archive: readArchiveAddress,
  "well-known": ({ remote, patterns, known, findKnown, signal }) =>
    readWellKnown(remote, { patterns, known: known?.revision ?? null, findKnown }, signal),
  oci: readArtifact,
};

/**
 * Asks the remote and changes nothing. `known`: the commit or digest that need not be read again; `acceptHost` is asked
 * about the host of a repository over ssh.
 */
export async function readRemote(
  context: WorkspaceContext,
  row: SourceRow,
  { known, acceptHost, signal }: { known: string | null; acceptHost: AcceptHost; signal: AbortSignal },
): Promise<Result<RemoteReading, SourceFailure>> {
  const { url, ref, folder, include, exclude, etag } = row;
  return readers[kindOf(row)]({
    remote: remoteOf(row, acceptHost),
    place: { url, ref, folder },
    patterns: { include, exclude },
    known: known === null ? null : { revision: known, etag },
    findKnown: await openKnownParts(context, row),
    signal,
  });
}

async function readRepository({ remote, place, patterns, known, signal }: Asked): ReturnType<Reader> {
  const commit = await findCommit(remote, place.ref, signal);
  if (!commit.ok) return commit;
  const revision = commit.value;
  if (revision === known?.revision) return ok({ revision, contents: null });
  const read = await readCommit(remote, { commit: revision, folder: place.folder }, signal);
  if (!read.ok) return read;
  const { contents, submodules, size } = read.value;
  const chosen = await chooseContents(contents, { fallback: topName(place), patterns });
  if (!chosen.ok) return chosen;
  const unfollowed = submodules.map((path) => `${markHidden(path)} is a submodule and was left out.`);
  const leftOut = [...chosen.value.leftOut, ...unfollowed];
  return ok({ revision, contents: { ...chosen.value, size, leftOut } });
}

async function readArchiveAddress({ remote, place, patterns, known, signal }: Asked): ReturnType<Reader> {
  const read = await fetchArchive(remote, { ...place, known }, signal);
  if (!read.ok) return read;
  const { digest, etag, contents, size } = read.value;
  if (!contents) return ok({ revision: digest, etag, contents: null });
  const chosen = await chooseContents(contents, { fallback: archiveStem(topName(place)), patterns });
  if (!chosen.ok) return chosen;
  return ok({ revision: digest, etag, contents: { ...chosen.value, size } });
}

async function readArtifact({ remote, place, patterns, known, signal }: Asked): ReturnType<Reader> {
  const read = await fetchOci(remote, { ...place, known: known?.revision ?? null }, signal);
  if (!read.ok) return read;
  const { digest: revision, contents, size } = read.value;
  if (!contents) return ok({ revision, contents: null });
  const chosen = await chooseContents(contents, { fallback: topName(place), patterns });
  if (!chosen.ok) return chosen;
  return ok({ revision, contents: { ...chosen.value, size } });
}

/** What a skill at the top goes by: its folder, its repository, its archive or its artefact. */
const topName = ({ url, folder }: Pick<SourceRow, "url" | "folder">): string =>
  (folder || (URL.parse(url)?.pathname ?? ""))
    .split("/")
    .at(-1)
    ?.replace(/\.git$/, "") || "skill";
