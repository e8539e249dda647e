import { codePoints } from "@/lib/kernel/decode-hidden";
import { findHiddenText, type HiddenKind, type HiddenRun } from "@/lib/kernel/hidden-text";
import { decodeRun } from "@/lib/kernel/mark-hidden";
import type { FindingRuleId } from "../rules";
import type { Hit } from "./hit";
import type { ScannableFile } from "./scannable";

/** Characters that people do not see, in the text, in the file's name and behind escapes of the frontmatter. */
export function scanHiddenText(file: ScannableFile): Hit[] {
  const hits = hiddenIn(file.text);
  for (const hit of hiddenIn(file.path))
    hits.push({ ...hit, start: 0, end: 0, message: `In the file's name: ${hit.message}`, about: "name" });
  return [...hits, ...scanEscapes(file, hits)];
}

/** What a quoted YAML value spells with `\u` and `\U`: no reader of the file sees the characters themselves. */
function scanEscapes({ text, skill, bodyStart }: ScannableFile, found: readonly Hit[]): Hit[] {
  if (!skill || !/\\[uUx]/.test(text.slice(0, bodyStart))) return [];
  const known = new Set(found.map((hit) => `${hit.rule} ${hit.excerpt}`));
  return [...skill.frontmatter].flatMap(([key, value]) =>
    hiddenIn(typeof value === "string" ? value : JSON.stringify(value))
      .filter((hit) => !known.has(`${hit.rule} ${hit.excerpt}`))
      .map((hit) => {
        const start = Math.max(0, text.indexOf(`${key}:`));
        return {
          ...hit,
          start,
          end: start + key.length,
          message: `Written as escapes in ${key}: ${hit.message}`,
        };
      }),
  );
}

const ruleOf = {
  tags: "hidden-tags",
  selectors: "variation-selectors",
  direction: "bidi-control",
  control: "control-character",
  "zero-width": "zero-width",
} as const satisfies Record<HiddenKind, FindingRuleId>;

/** What they spell is decoded for the reader. */
function hiddenIn(text: string): Hit[] {
  return findHiddenText(text)
    .filter(({ suspicious }) => suspicious)
    .map((run) => ({
      rule: ruleOf[run.kind],
      start: run.index,
      end: run.index + run.text.length,
      message: messageOf(run),
      excerpt: decodeRun(run) || codePoints(run.text),
    }));
}

function messageOf(run: HiddenRun): string {
  const count = [...run.text].length;
  const decoded = decodeRun(run);
  switch (run.kind) {
    case "tags":
      return `${count} invisible tag characters${decoded ? ` spell: "${decoded}"` : ""}.`;
    case "selectors":
      return count === 1
        ? `Variation selector ${codePoints(run.text)} has nothing to vary: several of them can carry hidden bytes.`
        : `A run of ${count} variation selectors${decoded ? ` encodes: "${decoded}"` : " can carry hidden bytes"}.`;
    case "direction":
      return `Direction control ${codePoints(run.text)} changes the order in which text is shown.`;
    case "control":
      return `Control character ${codePoints(run.text)} in the text.`;
    case "zero-width":
      if (decoded) return `${count} invisible characters encode: "${decoded}".`;
      return `Invisible ${count === 1 ? "character" : `characters (${count})`} ${codePoints(run.text)} in the text.`;
  }
}
