import path from "node:path";

/**
 * Globs of a configuration as one test of a relative path ("/" between segments). A pattern without a slash is held
 * against the last segment too, as people expect from ignore files.
 */
export function matchPatterns(patterns: readonly string[]): (relative: string) => boolean {
  const globs = patterns.map((pattern) => ({
    glob: showDots(pattern.replace(/^\.\//, "").replace(/\/$/, "")),
    isName: !pattern.includes("/"),
  }));
  return (relative) => {
    const shown = showDots(relative);
    const name = shown.slice(shown.lastIndexOf("/") + 1);
    return globs.some(
      ({ glob, isName }) => path.matchesGlob(shown, glob) || (isName && path.matchesGlob(name, glob)),
    );
  };
}

/** No path that is used is longer; what lies deeper is out with its folder. */
const longestPath = 1_024;

/** The same of a path or of a folder that it lies in, as a walk from the top would meet them. */
export function matchFromTop(patterns: readonly string[]): (relative: string) => boolean {
  if (patterns.length === 0) return () => false;
  const matches = matchPatterns(patterns);
  const known = new Map<string, boolean>();
  const isOut = (folder: string): boolean => {
    const is = known.get(folder) ?? matches(folder);
    known.set(folder, is);
    return is;
  };
  return (relative) => {
    for (let slash = relative.indexOf("/"); slash > 0 && slash <= longestPath; ) {
      if (isOut(relative.slice(0, slash))) return true;
      slash = relative.indexOf("/", slash + 1);
    }
    return relative.length <= longestPath && matches(relative);
  };
}

/**
 * The patterns without a slash as one test of a skill's name; null where there is none, so that no name need be read.
 */
export function matchNames(patterns: readonly string[]): ((name: string) => boolean) | null {
  const globs = patterns.filter((pattern) => !pattern.includes("/")).map(showDots);
  return globs.length === 0 ? null : (name) => globs.some((glob) => path.matchesGlob(showDots(name), glob));
}

/** Wildcards pass over names that begin with a dot, and `.skills` is where packages lie: so no name begins with one. */
const showDots = (text: string): string => text.replace(/(^|\/)\.(?=[^./])/g, "$1\u0001");
