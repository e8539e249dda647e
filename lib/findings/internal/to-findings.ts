import { LineIndex } from "@/lib/skills/text-position";
import type { Finding } from "../finding";
import { fingerprintOf, hashBytes, hashText } from "../fingerprint";
import { type FindingRuleId, findingRules } from "../rules";
import { maskSecrets } from "./find-secrets";
import type { Hit } from "./hit";
import type { ScannableFile } from "./scannable";

/** Of one rule in one file; the last one kept stands for all that follow, and says how many. */
const mostOfOneRule = 50;

type Kept = { hit: Hit; more: number };

/** Findings of one file in order of place. */
export function toFindings(file: ScannableFile, hits: readonly Hit[]): Finding[] {
  if (hits.length === 0) return [];
  const lines = new LineIndex(file.text);
  return limit(hits.toSorted((left, right) => left.start - right.start)).map(({ hit, more }) => {
    const { rule, start, end, message } = hit;
    const follow = more === 0 ? "" : ` (${more} more of this rule in this file)`;
    return {
      rule,
      severity: findingRules[rule].severity,
      path: file.path,
      range: lines.rangeOf(start, end),
      message: `${maskSecrets(message)}${follow}`,
      excerpt: excerptOf(file, hit),
      // Whoever dismisses the last one has seen none of those that follow: any change of the file undoes it.
      fingerprint: fingerprintOf(
        rule,
        file.path,
        more > 0 ? [contentHash(file), `${more}`] : subjectOf(file, hit),
      ),
    };
  });
}

function limit(hits: readonly Hit[]): Kept[] {
  const counts = new Map<FindingRuleId, Kept[]>();
  const kept: Kept[] = [];
  for (const hit of hits) {
    const same = counts.get(hit.rule) ?? [];
    const last = same.at(-1);
    if (last && same.length === mostOfOneRule) {
      last.more += 1;
      continue;
    }
    const one = { hit, more: 0 };
    counts.set(hit.rule, [...same, one]);
    kept.push(one);
  }
  return kept;
}

function subjectOf(file: ScannableFile, hit: Hit): string[] {
  if (hit.about === "name") return ["name", hit.excerpt ?? ""];
  if (hit.about === "file") return ["file", contentHash(file)];
  const { text } = file;
  return ["lines", text.slice(hit.start, hit.end), linesAround(text, hit.start, hit.end)];
}

const contentHash = ({ bytes, text }: ScannableFile): string => (bytes ? hashBytes(bytes) : hashText(text));

/** Of a very long line, only what is near. */
const longestReach = 500;

function linesAround(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - longestReach), start);
  const after = text.slice(end, end + longestReach);
  return before.slice(before.lastIndexOf("\n") + 1) + (after.split(/[\r\n]/, 1)[0] ?? "");
}

const longestExcerpt = 160;

function excerptOf({ text, secrets }: ScannableFile, { start, end, excerpt }: Hit): string {
  if (excerpt !== undefined) return shorten(maskSecrets(excerpt));
  const until = Math.min(end, start + 4 * longestExcerpt);
  let shown = "";
  let at = start;
  for (const secret of secrets) {
    if (secret.end <= at || secret.start >= until) continue;
    shown += text.slice(at, Math.max(at, secret.start)) + secret.shown;
    at = secret.end;
  }
  return shorten(maskSecrets(shown + text.slice(at, Math.max(at, until))));
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > longestExcerpt ? `${line.slice(0, longestExcerpt)}…` : line;
}
