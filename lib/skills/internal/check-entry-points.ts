import type { Frontmatter, FrontmatterValue } from "../parse-skill";
import { closestMatch } from "./closest-match";
import type { Report } from "./reporter";

type Subject = {
  frontmatter: Frontmatter;
  paths: readonly string[];
  text: string;
  /** Where the frontmatter ends. */
  bodyStart: number;
};

/** Under which a map of an entry point has its file. */
const fileKeys = ["path", "script", "file"] as const;
const isMap = (value: FrontmatterValue | undefined): value is Frontmatter => value instanceof Map;

/** `entry_points` names scripts that a host may run: each has to be a file of the package. */
export function checkEntryPoints({ frontmatter, paths, text, bodyStart }: Subject, report: Report): void {
  const points = frontmatter.get("entry_points");
  if (!isMap(points)) return;
  const files = new Set(paths);
  let from = Math.max(0, text.indexOf("entry_points"));
  for (const [name, value] of points) {
    const written = writtenFile(value);
    if (written === null) continue;
    const found = text.indexOf(written, from);
    const start = found < 0 || found >= bodyStart ? from : found;
    const end = start === found ? start + written.length : start;
    if (start === found) from = end;
    const file = fileOf(written);
    if (file === null || files.has(file)) continue;
    const outside = file.startsWith("../") || file.startsWith("/");
    const similar = outside ? null : closestMatch(file, files);
    const message = outside
      ? `The entry point ${name} leaves the package: ${file}`
      : `The entry point ${name} is ${file}, which the package has not.${similar ? ` Did you mean ${similar}?` : ""}`;
    const fix =
      similar && start === found
        ? { title: `Change to ${similar}`, edits: [{ start, end, text: written.replace(file, similar) }] }
        : undefined;
    report("entry-point-missing", start, end, message, fix);
  }
}

function writtenFile(value: FrontmatterValue | undefined): string | null {
  if (typeof value === "string") return value;
  if (!isMap(value)) return null;
  for (const key of fileKeys) {
    const file = value.get(key);
    if (typeof file === "string") return file;
  }
  return null;
}

/** `scripts/run.py`, also with a function behind it (`scripts/run.py:main`); null for a command line or a module. */
function fileOf(written: string): string | null {
  const path = written
    .trim()
    .replace(/:[A-Za-z_]\w*$/, "")
    .replace(/^(?:\.\/)+/, "");
  return /^[^\s:]+$/.test(path) && (path.includes("/") || /\.[A-Za-z0-9]{1,5}$/.test(path)) ? path : null;
}
