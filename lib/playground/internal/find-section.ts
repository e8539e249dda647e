import { searchSkills } from "@/lib/runtime/search-skills";
import { stemWords } from "@/lib/runtime/stem-words";

export type Section = { title: string; text: string };

/**
 * The part of a Markdown text that shares most words with the message; the first one when none shares any. Words
 * of the skill's name do not count: they fit every part of it.
 */
export function findSection(markdown: string, message: string, skillName: string): Section {
  const sections = splitSections(markdown).filter(({ text }) => text !== "");
  const documents = sections.map(({ title, text }, index) => ({
    skillId: String(index),
    name: title,
    description: text,
  }));
  const general = new Set(stemWords(skillName));
  const telling = message.split(/\s+/).filter((word) => stemWords(word).some((stem) => !general.has(stem)));
  const best = searchSkills(telling.join(" "), documents)[0];
  return sections[Number(best?.skillId ?? 0)] ?? { title: "", text: "" };
}

/** By headings, outside code fences. What comes before the first heading has no title. */
function splitSections(markdown: string): Section[] {
  const sections: { title: string; lines: string[] }[] = [{ title: "", lines: [] }];
  let fence: string | null = null;
  for (const line of markdown.split(/\r?\n/)) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark) fence = fence === null ? mark : mark.startsWith(fence) ? null : fence;
    const heading = fence === null ? /^#{1,6}\s+(.*?)\s*#*$/.exec(line)?.[1] : undefined;
    if (heading !== undefined) sections.push({ title: heading, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ title, lines }) => ({ title, text: lines.join("\n").trim() }));
}

const mostLines = 12;
const mostCharacters = 800;

/** The beginning of a text as a Markdown quotation. A code fence that is cut open is closed. */
export function quote(text: string): string {
  const lines = beginningOf(text);
  const fences = lines.filter((line) => /^\s{0,3}(?:`{3}|~{3})/.test(line)).length;
  if (fences % 2 === 1) lines.push("```");
  return asQuotation(lines);
}

/** The same of a script: its lines stay lines, whatever marks it holds itself. */
export function quoteCode(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(Math.max(3, longest + 1));
  return asQuotation([fence, ...beginningOf(text.replace(/\s+$/, "")), fence]);
}

const asQuotation = (lines: readonly string[]): string =>
  lines.map((line) => `> ${line}`.trimEnd()).join("\n");

function beginningOf(text: string): string[] {
  const lines: string[] = [];
  let length = 0;
  for (const line of text.split("\n")) {
    if (lines.length === mostLines || length + line.length > mostCharacters) {
      if (lines.length === 0) lines.push(`${line.slice(0, mostCharacters)}…`);
      else lines.push("…");
      break;
    }
    lines.push(line);
    length += line.length + 1;
  }
  return lines;
}
