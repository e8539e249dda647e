import { blankCode } from "@/lib/skills/blank-code";
import type { Finding } from "../finding";
import { isMarkdown, isSkillFile, type ScannableFile } from "./scannable";

const overrides: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget)\s{1,4}(?:everything|all|anything)\s{1,4}(?:above|before|prior|previous|you (?:were|have been|know)|that came before|else)\b/gi,
  /\b(?:ignore|disregard|forget|override)\s{1,4}your\s{1,4}(?:\w{1,12}\s{1,4}){0,2}?(?:instructions?|prompts?|rules?|guidelines?|safety|restrictions?)\b/gi,
  /\b(?:ignore|disregard|forget|override|bypass)\s{1,4}(?:\w{1,12}\s{1,4}){0,3}?(?:previous|prior|above|earlier|preceding|existing|other|system|safety|developer)\s{1,4}(?:\w{1,12}\s{1,4}){0,2}?(?:instructions?|prompts?|rules?|guidelines?|directives?|context|messages?|guardrails?)\b/gi,
  /\b(?:do not|don't|never)\s{1,4}(?:tell|inform|notify|alert|mention (?:this|it) to|reveal (?:this|it) to|show (?:this|it) to|ask)\s{1,4}(?:the\s{1,4})?(?:user|human|person|operator)s?\s{1,4}(?:about|that|of|for (?:permission|confirmation|approval|consent))\b/gi,
  /\bwithout\s{1,4}(?:telling|informing|notifying|alerting|the knowledge of)\s{1,4}(?:the\s{1,4})?(?:user|human|operator)/gi,
  /\byou are (?:now|no longer)\s{1,4}(?:in\s{1,4})?(?:dan\b|jailbroken|developer mode|unrestricted|bound by|an? unrestricted)/gi,
  /<\/(?:system|system[_-]prompt|available_skills|skill_content)\s{0,4}>|<system[_-]prompt>/gi,
];

/** A comment that speaks to a model, or tells it to act. */
const addressed =
  /\b(?:you must|you should|ignore|disregard|do not (?:tell|mention|reveal)|don't tell|secretly|silently|(?:ai|llm|model|assistant|agent|claude|gpt)s?[:,]|system prompt|exfiltrat\w*|(?:send|post|upload|forward)\s(?:\w+\s){0,6}(?:to|at)\s+(?:https?:|\S+@)|execute|run (?:the|this)|curl\s|wget\s|base64\s|(?:read|send|print|show|reveal|collect|steal)\s(?:\w+\s){0,4}(?:password|api[ _-]?key|token|secret|credential)s?)/i;

const linkComment = /^\[(?:\/\/|comment|_)\]:\s{0,4}(?:#|<>)\s{0,4}[("'](.{3,2000})[)"']\s{0,4}$/gim;
const invisibleMarkup =
  /<[a-z]{1,12}\b[^>]{0,300}(?:style\s{0,4}=\s{0,4}["'][^"'>]{0,300}(?:display\s{0,4}:\s{0,4}none|visibility\s{0,4}:\s{0,4}hidden|font-size\s{0,4}:\s{0,4}0|opacity\s{0,4}:\s{0,4}0(?![.\d])|color\s{0,4}:\s{0,4}(?:white|#fff(?:fff)?|transparent|rgba?\(\s{0,4}255\s{0,4},\s{0,4}255\s{0,4},\s{0,4}255))|\scolor\s{0,4}=\s{0,4}["']?(?:white|#fff(?:fff)?)|\shidden(?=[\s>=]))[^>]{0,300}>/gi;

/** Text that tries to take a model over, and text a reader of the rendered page does not see. */
export function scanInstructions(file: ScannableFile): Finding[] {
  if (file.text === "") return [];
  return [...scanOverrides(file), ...(isMarkdown(file.path) ? scanComments(file) : [])];
}

function scanOverrides({ path, text, bodyStart, find }: ScannableFile): Finding[] {
  const findings: Finding[] = [];
  for (const pattern of overrides)
    for (const { 0: match, index } of text.matchAll(pattern)) {
      const inFrontmatter = isSkillFile(path) && index < bodyStart;
      const rule = inFrontmatter ? "catalogue-override" : "instruction-override";
      const where = inFrontmatter ? "The catalogue would tell" : "This tells";
      findings.push(
        find(
          rule,
          index,
          index + match.length,
          `${where} a model to go against its other instructions or the person.`,
        ),
      );
    }
  return findings;
}

function scanComments({ text: source, find }: ScannableFile): Finding[] {
  // In a code block a comment is visible.
  const text = blankCode(source);
  const findings: Finding[] = [];
  for (const { start, end, content } of htmlComments(text)) {
    const message = "An HTML comment: models read it, readers of the rendered page do not.";
    const instruction =
      "An HTML comment reads like an instruction; readers of the rendered page do not see it.";
    if (addressed.test(content)) findings.push(find("comment-instruction", start, end, instruction));
    else if (content.trim().split(/\s+/).length >= 4)
      findings.push(find("html-comment", start, end, message));
  }
  for (const match of text.matchAll(linkComment))
    findings.push(
      find(
        "comment-instruction",
        match.index,
        match.index + match[0].length,
        "A link definition is used as a comment, which readers of the rendered page do not see.",
      ),
    );
  for (const match of text.matchAll(invisibleMarkup))
    findings.push(
      find(
        "invisible-markup",
        match.index,
        match.index + match[0].length,
        "This markup makes text invisible to readers, not to models.",
      ),
    );
  return findings;
}

/** One that is never closed hides the rest of the page. */
function* htmlComments(text: string): Generator<{ start: number; end: number; content: string }> {
  for (let start = text.indexOf("<!--"); start >= 0; ) {
    const close = text.indexOf("-->", start + 4);
    const end = close < 0 ? text.length : close + 3;
    yield { start, end, content: text.slice(start + 4, close < 0 ? text.length : close) };
    start = text.indexOf("<!--", end);
  }
}
