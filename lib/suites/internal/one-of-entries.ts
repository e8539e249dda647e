import {
  entriesNamed,
  plainValue,
  type SourceEntry,
  type SourceNode,
  type SourceObject,
} from "../source-node";
import type { SuiteFindings } from "../suite-finding";

/** The entry under one of these keys: null where there is none, undefined where two differ, which is told. */
export function oneOf(
  node: SourceObject,
  keys: readonly string[],
  loose: readonly SourceEntry[],
  findings: SuiteFindings,
): SourceEntry | null | undefined {
  const named = entriesNamed(node, keys);
  const [first, ...others] = named.length > 0 ? named : loose.slice(0, 1);
  if (!first) return null;
  return others.every((other) => isSaidOnce(first, other, findings)) ? first : undefined;
}

/** Whether two entries that name one thing can be read in one way alone; what is wrong with them is told. */
export function isSaidOnce(first: SourceEntry, other: SourceEntry, findings: SuiteFindings): boolean {
  const { key, keyStart } = other;
  if (key === first.key) {
    findings.add("duplicate-key", keyStart, `“${key}” stands twice here.`);
    return false;
  }
  const agree = isSameValue(first.value, other.value);
  if (agree) findings.add("both-spellings-agree", keyStart, `“${first.key}” and “${key}” say the same.`);
  else findings.add("both-spellings", keyStart, `“${first.key}” and “${key}” say different things.`);
  return agree;
}

const isSameValue = (left: SourceNode, right: SourceNode): boolean =>
  left.kind === right.kind && JSON.stringify(plainValue(left)) === JSON.stringify(plainValue(right));
