import "server-only";
import type { ArchiveContents } from "@/lib/bundles/archive-contents";
import type { ArchiveRule } from "@/lib/bundles/archive-refusal";
import { isSkillFile } from "@/lib/bundles/find-packages";
import { readArchive } from "@/lib/bundles/read-archive";
import { err, ok, type Result } from "@/lib/kernel/result";
import { sha256 } from "@/lib/platform/crypto";
import type { SourceFailure } from "../source-options";
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

const tooLarge: ReadonlySet<string> = new Set([
  "archive-too-large",
  "archive-too-many-entries",
  "archive-ratio",
]);

function archiveFailure(rule: ArchiveRule): SourceFailure {
  if (rule === "archive-unknown") return "not-archive";
  return tooLarge.has(rule) ? "too-large" : "bad-archive";
}

/** Hosts wrap a whole repository in one folder, named after it and often its commit: it is no part of where a skill is. */
function withoutWrapper(contents: ArchiveContents): ArchiveContents {
  const paths = pathsOf(contents);
  const [first] = paths;
  const top = first?.slice(0, first.indexOf("/") + 1) ?? "";
  const isWrapper =
    top !== "" &&
    paths.every((path) => path.startsWith(top)) &&
    !paths.some((path) => isSkillFile(path) && !path.slice(top.length).includes("/"));
  return isWrapper ? (below(contents, top.slice(0, -1)) ?? contents) : contents;
}

const pathsOf = ({ files, links, barred }: ArchiveContents): string[] =>
  [...files, ...links, ...barred].map(({ path }) => path);

/** What lies below a folder, by its path from there; null where nothing does. */
function below(contents: ArchiveContents, folder: string): ArchiveContents | null {
  if (folder === "") return contents;
  const top = `${folder.normalize("NFC")}/`;
  const within = <T extends { path: string }>(list: readonly T[]): T[] =>
    list
      .filter(({ path }) => path.startsWith(top))
      .map((one) => ({ ...one, path: one.path.slice(top.length) }));
  const { files, links, barred, notes, ignored } = contents;
  const kept: ArchiveContents = {
    files: within(files),
    // A hard link names its target from the top of the archive; what lies elsewhere is no target of it.
    links: within(links).map((link) =>
      link.isHard
        ? {
            ...link,
            target: link.target.startsWith(top) ? link.target.slice(top.length) : `../${link.target}`,
          }
        : link,
    ),
    barred: within(barred),
    notes: within(notes),
    ignored: ignored.filter((path) => path.startsWith(top)).map((path) => path.slice(top.length)),
  };
  return pathsOf(kept).length === 0 ? null : kept;
}
