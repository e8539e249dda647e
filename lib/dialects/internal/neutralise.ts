import type { BodyFlag } from "@/lib/runtime/events";
import { type FrameMarks, findFrameMarks } from "@/lib/skills/frame-marks";

/** `` !`command` ``, which one host runs while loading a skill. Here it is text. */
const dynamicCommand = /(?<=^|\s)!`[^`\n]+`/gm;

export type Neutralised = { text: string; flags: BodyFlag[] };

/**
 * A skill's text with what could end the host's wrapper, or pass for it, made harmless, and what a reader should know
 * of it: the `<` of a tag becomes `&lt;`, a line gets a backslash before it. All else stays as it is.
 */
export function neutralise(text: string, frame: FrameMarks): Neutralised {
  const hits = findFrameMarks(text, frame);
  let safe = "";
  let at = 0;
  for (const { index, kind } of hits) {
    safe += text.slice(at, index) + (kind === "tag" ? "&lt;" : "\\");
    at = kind === "tag" ? index + 1 : index;
  }
  const commands = text.match(dynamicCommand)?.length ?? 0;
  const flags: BodyFlag[] = [];
  if (hits.length > 0) flags.push({ kind: "closing-tag-neutralised", count: hits.length });
  if (commands > 0) flags.push({ kind: "dynamic-command-not-run", count: commands });
  return { text: safe + text.slice(at), flags };
}

/** Text for one line: no line can be started by it. */
export const oneLine = (text: string): string =>
  text
    .split(/[\r\n\u0085\u2028\u2029]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
