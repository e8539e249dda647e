import type { Steps } from "@/lib/kernel/steps";
import { blankCode } from "@/lib/skills/blank-code";
import type { Hit } from "./hit";
import { findOverrides, overrideSteps, type Place } from "./override-phrases";
import { isMarkdown, type ScannableFile } from "./scannable";

/** A comment that speaks to a model, or tells it to act. */
const addressed =
  /^\W{0,6}(?:(?:note|hint|message|instructions?|attention|hey|dear)\s(?:to|for)\s)?(?:the\s|all\s)?(?:ai|llm|language model|model|assistant|agent|claude|gpt|copilot)s?\s{0,2}[:,]|\b(?:you must|you should|ignore|disregard|do not (?:tell|mention|reveal)|don't tell|secretly|silently|system prompt|exfiltrat\w*|(?:send|post|upload|forward)\s{1,4}(?:\S{1,200}\s){0,6}(?:to|at)\s{1,4}(?:https?:|\S{1,60}@)|execute|run (?:the|this)|curl\s|wget\s|base64\s|(?:read|send|print|show|reveal|collect|steal)\s(?:\w+\s){0,4}(?:password|api[ _-]?key|token|secret|credential)s?)/im;

/** The same for places where a few words are ordinary: alternative texts and titles. */
const commanding =
  /\b(?:ignore|disregard)\s(?:\w+\s){0,4}(?:instruction|rule|prompt|guideline)|\b(?:do not|don't)\s(?:tell|mention|reveal)|\bsecretly\b|\bexfiltrat|\bsystem prompt\b|\b(?:send|post|upload|forward|append)\s(?:\w+\s){0,8}(?:to|at)\s+(?:https?:|\S{1,60}@)|\b(?:run|execute)\s+(?:the\s|this\s)?(?:command|script|`|curl|wget|bash)|\b(?:read|send|print|reveal|collect|steal)\s(?:\w+\s){0,4}(?:password|api[ _-]?key|token|secret|credential|\.env|~\/\.)/i;

const linkComment = /^\[(?:\/\/|comment|_|\.)\]:\s{0,4}(?:#|<>)\s{0,4}[("'](.{3,2000})[)"']\s{0,4}$/gim;
const alternative =
  /!\[([^[\]\n]{12,1000})\]|\]\(\s{0,4}[^\s()]{0,500}\s{1,4}["'(]([^"\n]{12,1000})["')]\s{0,4}\)|\b(?:alt|title|aria-label)\s{0,4}=\s{0,4}["']([^"\n]{12,1000})["']|^\s{0,3}\[[^\]\n]{1,100}\]:\s{1,4}\S{1,500}\s{1,4}["'(]([^"\n]{12,1000})["')]/gim;

const white =
  "(?:white|snow|ivory|#f[c-f]f[c-f]f[c-f]|#fff|#fffa|transparent|rgba?\\(\\s{0,4}25[0-5]\\s{0,4}[, ]\\s{0,4}25[0-5]\\s{0,4}[, ]\\s{0,4}25[0-5]|hsla?\\([^)]{1,20}\\s100%)";
const unseen = [
  "display\\s{0,4}:\\s{0,4}none",
  "visibility\\s{0,4}:\\s{0,4}(?:hidden|collapse)",
  "font-size\\s{0,4}:\\s{0,4}(?:0(?![.\\d])|0?\\.\\d{1,4}|[012](?:\\.\\d{1,4})?(?:px|pt)|1%)",
  "opacity\\s{0,4}:\\s{0,4}(?:0(?![.\\d])|0?\\.0\\d{0,3})",
  `(?<!-)\\bcolor\\s{0,4}:\\s{0,4}${white}`,
  "(?:max-)?(?:height|width)\\s{0,4}:\\s{0,4}[01](?:px)?\\s{0,4}(?:;|[\"'])",
  "(?:left|top|right|text-indent|margin-left|margin-top)\\s{0,4}:\\s{0,4}-\\d{3,6}(?:px|em|rem|%|vw|vh)",
  "clip(?:-path)?\\s{0,4}:\\s{0,4}(?:rect\\(0|inset\\((?:50|100)%|circle\\(0)",
  "transform\\s{0,4}:\\s{0,4}scale\\(0",
].join("|");
const invisibleMarkup = new RegExp(
  `<[a-z]{1,12}\\b[^>]{0,300}(?:style\\s{0,4}=\\s{0,4}["'][^"'>]{0,300}?(?:${unseen})|\\scolor\\s{0,4}=\\s{0,4}["']?${white}|\\ssize\\s{0,4}=\\s{0,4}["']?0\\b|\\shidden(?=[\\s>=]))[^>]{0,300}>|\\\\(?:text)?color\\{(?:white|transparent|#fff)\\}`,
  "gi",
);

/** Text that tries to take a model over, and text a reader of the rendered page does not see. */
export function* scanInstructions(file: ScannableFile): Steps<Hit[]> {
  if (file.text === "") return [];
  const overrides = yield* scanOverrides(file);
  yield;
  // In a code block of a document a comment is visible.
  if (isMarkdown(file.path))
    return [...overrides, ...(yield* scanMarkup(blankCode(file.text), true, overrides))];
  const isPage = /\.(?:html?|xhtml|svg|xml|txt|rst)$/i.test(file.path);
  return isPage ? [...overrides, ...(yield* scanMarkup(file.text, false, overrides))] : overrides;
}

function* scanOverrides({ text, skill, bodyStart }: ScannableFile): Steps<Hit[]> {
  const hits = apart(yield* overrideSteps(text)).map(({ start, end }): Hit => {
    const inCatalogue = skill !== null && start < bodyStart;
    const where = inCatalogue ? "The catalogue would tell" : "This tells";
    return {
      rule: inCatalogue ? "catalogue-override" : "instruction-override",
      start,
      end,
      message: `${where} a model to go against its other instructions or the person.`,
    };
  });
  if (!skill || hits.some((hit) => hit.rule === "catalogue-override")) return hits;
  // Folded lines and escapes can part a sentence that the catalogue joins again.
  const [joined] = findOverrides(skill.description.replace(/\s+/g, " "));
  if (!joined) return hits;
  const start = Math.max(0, text.search(/^description\s*:/m));
  hits.push({
    rule: "catalogue-override",
    start,
    end: start + "description".length,
    message: "The catalogue would tell a model to go against its other instructions or the person.",
    excerpt: skill.description.replace(/\s+/g, " ").slice(joined.start, joined.end),
  });
  return hits;
}

/** Two phrases may see the same words: what overlaps is told once. */
function apart(places: readonly Place[]): Place[] {
  const kept: Place[] = [];
  for (const place of places.toSorted((left, right) => left.start - right.start)) {
    const last = kept.at(-1);
    if (last && place.start < last.end) last.end = Math.max(last.end, place.end);
    else kept.push({ ...place });
  }
  return kept;
}

/** Pages, other than documents, may have plain comments. */
function* scanMarkup(text: string, isDocument: boolean, overrides: readonly Hit[]): Steps<Hit[]> {
  const hits: Hit[] = [];
  const add = (rule: Hit["rule"], start: number, length: number, message: string): void => {
    hits.push({ rule, start, end: start + length, message });
  };
  // Both are in order of place, so one walk is enough.
  let next = 0;
  for (const { start, end, content } of htmlComments(text)) {
    while ((overrides[next]?.end ?? text.length) <= start) next += 1;
    const takesOver = (overrides[next]?.start ?? text.length) < end;
    if (takesOver || (yield* isAddressed(content)))
      add(
        "comment-instruction",
        start,
        end - start,
        "An HTML comment reads like an instruction; readers of the rendered page do not see it.",
      );
    else if (isDocument && content.trim().split(/\s+/, 5).length >= 4)
      add(
        "html-comment",
        start,
        end - start,
        "An HTML comment: models read it, readers of the rendered page do not.",
      );
  }
  yield;
  for (const { 0: match, index } of isDocument ? text.matchAll(linkComment) : [])
    add(
      "comment-instruction",
      index,
      match.length,
      "A link definition is used as a comment, which readers of the rendered page do not see.",
    );
  yield;
  for (const match of text.matchAll(alternative)) {
    const words = match[1] ?? match[2] ?? match[3] ?? match[4] ?? "";
    if (commanding.test(words))
      add(
        "comment-instruction",
        match.index,
        match[0].length,
        "An alternative text or a title reads like an instruction; readers of the rendered page do not see it.",
      );
  }
  yield;
  for (const { 0: match, index } of isDocument ? text.matchAll(invisibleMarkup) : [])
    if (!standsOnItsOwnGround(match))
      add(
        "invisible-markup",
        index,
        match.length,
        "This markup makes text invisible to readers, not to models.",
      );
  return hits;
}

/** White text with a background of its own, as in a badge, can be read. */
const standsOnItsOwnGround = (markup: string): boolean =>
  /background/i.test(markup) &&
  !/display|visibility|opacity|font-size|hidden|clip|transform|-\d{3}/i.test(markup) &&
  !/background(?:-color)?\s{0,4}:\s{0,4}(?:white|#fff|transparent)/i.test(markup);

const piece = 200_000;
const overlap = 1_000;

/** A comment can be the rest of a very long file: it is read in pieces. */
function* isAddressed(content: string): Steps<boolean> {
  for (let start = 0; start < content.length; start += piece) {
    if (addressed.test(content.slice(start, start + piece + overlap))) return true;
    if (content.length > piece) yield;
  }
  return false;
}

/** One that is never closed hides the rest of the page. */
function* htmlComments(text: string): Generator<{ start: number; end: number; content: string }> {
  let start = text.indexOf("<!--");
  while (start >= 0) {
    const close = text.indexOf("-->", start + 4);
    const end = close < 0 ? text.length : close + 3;
    yield { start, end, content: text.slice(start + 4, close < 0 ? text.length : close) };
    start = text.indexOf("<!--", end);
  }
}
