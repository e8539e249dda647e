import type { Steps } from "@/lib/kernel/steps";
import { findFrameMarks, knownFrameMarks } from "@/lib/skills/frame-marks";
import type { Hit } from "./hit";
import type { ScannableFile } from "./scannable";

/** Looked at in one go, in UTF-16 units; a step ends after it. */
const pieceLength = 256 * 1024;

/** Text that could pass for a host's own: its tags and the lines it writes, however they are spelt. */
export function* scanHostMarks({ text }: ScannableFile): Steps<Hit[]> {
  const hits: Hit[] = [];
  for (let start = 0; start < text.length; ) {
    const end = endOfPiece(text, start);
    for (const { index, kind } of findFrameMarks(text.slice(start, end), knownFrameMarks))
      hits.push(hitAt(text, start + index, kind));
    start = end;
    yield;
  }
  return hits;
}

/** Behind a line's end, if one is near. */
function endOfPiece(text: string, start: number): number {
  const limit = start + pieceLength;
  if (limit >= text.length) return text.length;
  const lineEnd = text.lastIndexOf("\n", limit);
  return lineEnd > start ? lineEnd + 1 : limit;
}

const longestTag = 60;

function hitAt(text: string, start: number, kind: "tag" | "line"): Hit {
  const near = text.slice(start, start + longestTag);
  const end = kind === "tag" ? near.search(/[>\uff1e\n]/) + 1 : near.search(/\n/);
  return {
    rule: "host-marks",
    start,
    end: start + (end > 0 ? end : near.length),
    message:
      kind === "tag"
        ? "This looks like a tag with which hosts mark skills."
        : "This looks like a line that hosts write about a skill.",
  };
}
