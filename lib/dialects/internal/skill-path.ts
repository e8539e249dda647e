/**
 * The skill and the file that a host's general reading tool is asked for: `skill://<name>/<path>` or, when there is
 * only one skill, a path below it. Null when it does not say which skill, or names a place on a disk. The path itself
 * is not judged here.
 */
export function readSkillPath(
  given: string,
  names: readonly string[],
): { name: string; path: string } | null {
  const absolute = /^skill:\/\/([^/]+)\/(.+)$/s.exec(given);
  if (absolute?.[1] !== undefined && absolute[2] !== undefined)
    return { name: absolute[1], path: absolute[2] };
  const [only, ...others] = names;
  if (/^(?:skill:|[/~])/.test(given) || only === undefined || others.length > 0) return null;
  return { name: only, path: given.replace(/^(?:\.\/)+/, "") };
}
