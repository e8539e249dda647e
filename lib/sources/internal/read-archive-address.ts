import "server-only";
import type { ArchiveContents } from "@/lib/bundles/archive-contents";
import { readArchive } from "@/lib/bundles/read-archive";
import { err, ok, type Result } from "@/lib/kernel/result";
import { sha256 } from "@/lib/platform/crypto";
import type { SourceFailure } from "../source-options";
import { archiveFailure } from "./archive-failure";
import { below, withoutWrapper } from "./archive-root";
import { askAgain, type Remote } from "./ask-remote";

/** `contents` is null where it is the archive that was read before. */
type FetchedArchive = {
  digest: string;
  etag: string | null;
  contents: ArchiveContents | null;
  size: number;
};

type Wanted = {
  url: string;
  /** The only digest that is taken; any where it is empty. */
  ref: string;
  folder: string;
  known: { revision: string; etag: string | null } | null;
};

/** An archive at an address, unpacked within the limits of every upload. Never throws for what a server sends. */
export async function fetchArchive(
  remote: Remote,
  { url, ref, folder, known }: Wanted,
  signal: AbortSignal,
): Promise<Result<FetchedArchive, SourceFailure>> {
  const answer = await askAgain(remote, {
    url,
    answers: "archive",
    headers: { "User-Agent": "greenroom", Accept: "application/zip, application/gzip, */*;q=0.5" },
    signal,
    etag: known?.etag ?? null,
  });
  if (!answer.ok) return answer;
  if (answer.value === "unchanged")
    return known
      ? ok({ digest: known.revision, etag: known.etag, contents: null, size: 0 })
      : err("remote-error");
  const { bytes, etag } = answer.value;
  const digest = sha256(bytes);
  if (ref !== "" && ref !== digest) return err("other-digest");
  if (digest === known?.revision) return ok({ digest, etag, contents: null, size: bytes.length });
  const unpacked = await readArchive(bytes, { fileName: "The archive", signal });
  if (!unpacked.ok) return err(archiveFailure(unpacked.error.rule));
  const contents = below(withoutWrapper(unpacked.value), folder);
  return contents ? ok({ digest, etag, contents, size: bytes.length }) : err("no-such-folder");
}
