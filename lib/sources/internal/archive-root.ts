import type { ArchiveContents } from "@/lib/bundles/archive-contents";
import { isSkillFile } from "@/lib/bundles/find-packages";

/** Hosts wrap a whole repository in one folder, named after it and often its commit: it is no part of where a skill is. */
export function withoutWrapper(contents: ArchiveContents): ArchiveContents {
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
export function below(contents: ArchiveContents, folder: string): ArchiveContents | null {
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
