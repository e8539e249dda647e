import type { YamlProblem } from "./read-yaml";
import type { YamlEntry, YamlNode } from "./yaml-node";

/**
 * Tabs outside quotes, blocks and comments: YAML allows some of them between words, the reference's parser none.
 * At most one problem, at the first such tab.
 */
export function findTabs(source: string, entries: readonly YamlEntry[]): YamlProblem[] {
  if (!source.includes("\t")) return [];
  const covered = entries.flatMap((entry) => quotedPlaces(entry.value));
  for (let at = source.indexOf("\t"); at >= 0; at = source.indexOf("\t", at + 1)) {
    if (covered.some(({ start, end }) => at >= start && at < end) || isInComment(source, at)) continue;
    const message = "found a tab that cannot start any token; use spaces";
    return [{ rule: "yaml-invalid", start: at, end: at + 1, message }];
  }
  return [];
}

function quotedPlaces(node: YamlNode): { start: number; end: number }[] {
  if (node.kind === "list") return node.items.flatMap(quotedPlaces);
  if (node.kind === "map") return node.entries.flatMap((entry) => quotedPlaces(entry.value));
  return node.plain ? [] : [{ start: node.start, end: node.end }];
}

function isInComment(source: string, at: number): boolean {
  const lineStart = Math.max(source.lastIndexOf("\n", at), source.lastIndexOf("\r", at)) + 1;
  return /(?:^|[ \t])#/.test(source.slice(lineStart, at));
}
