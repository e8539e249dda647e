import { findLinks, resolveLink } from "../find-links";
import { foldPath } from "../package-path";
import { closestMatch } from "./closest-match";
import { findUnmentioned } from "./find-unmentioned";
import type { Report } from "./reporter";

const maxDepth = 5;
/** What `npx skills add` does not copy. A `.git` folder is refused anyway. */
const notInstalled = /(?:^|\/)(?:metadata\.json$|__pycache__\/|__pypackages__\/)/;

type Subject = {
  files: readonly { path: string; text?: string }[];
  skillPath: string;
  text: string;
  bodyStart: number;
};

/** Links of SKILL.md to files of the package, and files that no document mentions. */
export function checkLinks({ files, skillPath, text, bodyStart }: Subject, report: Report): void {
  const paths = new Set(files.map((file) => file.path));
  const byFold = new Map(files.map((file) => [foldPath(file.path), file.path]));
  const folders = new Set(files.flatMap((file) => foldersOf(file.path)));
  for (const link of findLinks(text, bodyStart)) {
    if (link.inLabel) continue;
    const { start, end } = link;
    const target = resolveLink(skillPath, link.target);
    if (target === null) {
      report(
        "link-outside",
        start,
        end,
        `${link.target} leaves the package; nothing outside it is delivered.`,
      );
      continue;
    }
    if (paths.has(target) || folders.has(target) || target === "") continue;
    const otherCase = byFold.get(foldPath(target));
    const replace = (path: string) => ({ title: `Change to ${path}`, edits: [{ start, end, text: path }] });
    if (otherCase !== undefined) {
      report(
        "link-case",
        start,
        end,
        `${link.target} is written ${otherCase} in the package.`,
        replace(otherCase),
      );
    } else if (link.certain || /^(?:references|scripts|assets|templates|examples)\//.test(target)) {
      const similar = closestMatch(target, paths) ?? sameName(target, paths);
      const hint = similar ? ` Did you mean ${similar}?` : "";
      const message = `The package has no file ${target}.${hint}`;
      report("link-missing", start, end, message, similar ? replace(similar) : undefined);
    }
  }
  checkMentions(files, skillPath, text, bodyStart, report);
}

function checkMentions(
  files: Subject["files"],
  skillPath: string,
  text: string,
  bodyStart: number,
  report: Report,
): void {
  const unmentioned = findUnmentioned(
    files.flatMap((file) => (file.path === skillPath ? [] : [file])),
    text,
  );
  for (const { path } of files) {
    const depth = path.split("/").length - 1;
    const message = `${path} is ${depth} levels deep; hosts may stop at ${maxDepth}.`;
    if (depth > maxDepth) report("link-too-deep", bodyStart, bodyStart, message);
    if (notInstalled.test(path))
      report(
        "file-not-installed",
        bodyStart,
        bodyStart,
        `The common installer of skills leaves ${path} out.`,
      );
    if (unmentioned.has(path))
      report("file-unmentioned", bodyStart, bodyStart, `No document mentions ${path}.`);
  }
}

function foldersOf(path: string): string[] {
  const segments = path.split("/").slice(0, -1);
  return segments.map((_, index) => segments.slice(0, index + 1).join("/"));
}

function sameName(target: string, paths: Iterable<string>): string | null {
  const name = target.slice(target.lastIndexOf("/") + 1);
  for (const path of paths) if (path.endsWith(`/${name}`) || path === name) return path;
  return null;
}
