const opening = /^["'`(<[{*]+/;
const closing = /(?<!["'`)>\]}*.,;:!?])["'`)>\]}*.,;:!?]+$/;

/**
 * Words of a message that can only be meant as a path, exactly as typed: with a slash and a file's ending, or
 * beginning like one (`../`, `./`, `~/`, `/etc/`, `C:\`, `skill://`). Addresses of the web are none.
 */
export function findPaths(message: string): string[] {
  const words = message.split(/\s+/).map((word) => word.replace(opening, "").replace(closing, ""));
  return [...new Set(words.filter(isPathLike))];
}

function isPathLike(word: string): boolean {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(word)) return word.startsWith("skill://");
  if (/^(?:\.\.?[\\/]|~[\\/]|\/[^/\s]+\/|[A-Za-z]:\\)/.test(word)) return true;
  if (/(?:^|[\\/])\.\.(?:[\\/]|$)/.test(word)) return true;
  return /[\\/][^\\/]*\.[A-Za-z0-9]{1,8}$/.test(word) && !word.startsWith("@");
}

/** The files among `paths` that the message names by path or by file name. */
export function findNamedFiles(message: string, paths: readonly string[]): string[] {
  const words = new Set(
    message
      .toLowerCase()
      .split(/\s+/)
      .map((word) => word.replace(opening, "").replace(closing, "")),
  );
  return paths.filter((path) => {
    const lower = path.toLowerCase();
    return words.has(lower) || words.has(lower.slice(lower.lastIndexOf("/") + 1));
  });
}
