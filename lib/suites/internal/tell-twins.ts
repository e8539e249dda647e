import { foldKey, type SourceNode, type SourceObject } from "../source-node";
import type { SuiteFindings } from "../suite-finding";

/** Keys of one object that stand twice: those that are read make a file uncertain as a whole. `keys` are folded. */
export function tellTwins(node: SourceObject, keys: readonly string[], findings: SuiteFindings): void {
  const seen = new Set<string>();
  for (const { key, keyStart } of node.entries) {
    if (seen.has(key))
      findings.add(
        keys.includes(foldKey(key)) ? "duplicate-key" : "duplicate-unread-key",
        keyStart,
        `“${key}” stands twice.`,
      );
    seen.add(key);
  }
}

/**
 * Tells keys that stand twice, however deep: what is copied with a part left in has them. `spellings`: also keys in both
 * spellings. Answers whether the value can be read in one way alone.
 */
export function tellDeepTwins(
  node: SourceNode,
  findings: SuiteFindings,
  { spellings = false }: { spellings?: boolean } = {},
): boolean {
  const inner = (values: readonly SourceNode[]) =>
    values.map((value) => tellDeepTwins(value, findings, { spellings })).every(Boolean);
  if (node.kind === "list") return inner(node.items);
  if (node.kind !== "object") return true;
  const exact = new Set<string>();
  const folded = new Map<string, string>();
  const once = node.entries.filter(({ key, keyStart }) => {
    const other = folded.get(foldKey(key));
    const twice = exact.has(key);
    const spelled = !twice && spellings && other !== undefined && isSpelledTwice(other, key);
    if (twice) findings.add("duplicate-key", keyStart, `“${key}” stands twice here.`);
    if (spelled)
      findings.add("both-spellings", keyStart, `“${other}” and “${key}” are two spellings of one key.`);
    exact.add(key);
    folded.set(foldKey(key), key);
    return !twice && !spelled;
  });
  return inner(once.map(({ value }) => value)) && once.length === node.entries.length;
}

/** `user_content` and `userContent`, but not two variables `q` and `Q`. */
const isSpelledTwice = (left: string, right: string): boolean =>
  (left.includes("_") && /[A-Z]/.test(right)) || (right.includes("_") && /[A-Z]/.test(left));
