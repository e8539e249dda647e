import { hostsIn } from "./hosts";
import { readSource } from "./read-piece";
import { knownPrograms } from "./shell-words";
import { type Language, literal, type Sighting } from "./sighting";

const languages: Readonly<Record<string, Language>> = {
  bash: "shell",
  sh: "shell",
  shell: "shell",
  zsh: "shell",
  console: "shell",
  "shell-session": "shell",
  shellsession: "shell",
  terminal: "shell",
  python: "python",
  python3: "python",
  py: "python",
  javascript: "javascript",
  js: "javascript",
  jsx: "javascript",
  mjs: "javascript",
  typescript: "javascript",
  ts: "javascript",
  tsx: "javascript",
  node: "javascript",
  powershell: "powershell",
  pwsh: "powershell",
  ps1: "powershell",
};
const sessions = /^(?:console|shell-?session|terminal)$/;
const fence = /^[ \t>]{0,40}(`{3,}|~{3,})([^\n`]{0,200})/;
const toolName = /\bmcp__[\w-]{1,120}/g;

/** What a text tells an agent to do: code in fences, commands between backticks, addresses and tools anywhere. */
export function readMarkdown(text: string): Sighting[] {
  const found: Sighting[] = [];
  let open: { mark: string; language: string; start: number } | null = null;
  for (let at = 0; at < text.length; ) {
    const lineEnd = text.indexOf("\n", at);
    const next = lineEnd < 0 ? text.length : lineEnd + 1;
    const match: RegExpExecArray | null = fence.exec(text.slice(at, Math.min(next, at + 300)));
    if (match && open === null) {
      open = {
        mark: match[1] ?? "```",
        language: (/^\s*\{?\.?([\w+-]*)/.exec(match[2] ?? "")?.[1] ?? "").toLowerCase(),
        start: next,
      };
    } else if (match && open !== null && match[1]?.startsWith(open.mark) && match[2]?.trim() === "") {
      found.push(...readFence(text, open.language, { start: open.start, end: at }));
      open = null;
    } else if (open === null) found.push(...readProse(text.slice(at, next), at));
    at = next;
  }
  if (open) found.push(...readFence(text, open.language, { start: open.start, end: text.length }));
  return found;
}

type Stretch = { start: number; end: number };

function readFence(text: string, language: string, { start, end }: Stretch): Sighting[] {
  const code = text.slice(start, end);
  const known = Object.hasOwn(languages, language) ? languages[language] : undefined;
  if (known === "shell")
    return readSource("shell", withoutPrompts(code, sessions.test(language)), start, true);
  if (known) return readSource(known, code, start, true);
  if (language === "!" || language === "") return readUntagged(code, start);
  return hostsIn(code, "named", start);
}

/** A prompt is no word of a command; where there are prompts, lines without one are what was answered. Places stay. */
function withoutPrompts(code: string, isSession: boolean): string {
  if (!/^[ \t]*[$%>] /m.test(code)) return code;
  const hasPrompts = isSession || /^[ \t]*\$ /m.test(code);
  return code
    .split("\n")
    .map((line) => {
      const prompt = /^[ \t]*[$%>] /.exec(line)?.[0];
      if (prompt !== undefined) return " ".repeat(prompt.length) + line.slice(prompt.length);
      return hasPrompts && isSession ? " ".repeat(line.length) : line;
    })
    .join("\n");
}

/** Without a language, only what begins with the name of a program that is known. */
function readUntagged(code: string, start: number): Sighting[] {
  const found = hostsIn(code, "named", start);
  let at = 0;
  for (const line of code.split("\n")) {
    const prompt = /^[ \t]*(?:\$ )?/.exec(line)?.[0].length ?? 0;
    if (isCommand(line.slice(prompt, prompt + 80)))
      found.push(...readSource("shell", line.slice(prompt), start + at + prompt, true));
    at += line.length + 1;
  }
  return found;
}

const isCommand = (text: string): boolean => {
  const [first = "", second] = text.trim().split(/\s+/, 2);
  return (
    second !== undefined &&
    knownPrograms.has(first) &&
    !/^(?:is|and|or|to|the|a|an|for|with|:|=|-|—|→)$/.test(second)
  );
};

/** One line outside of fences. */
function readProse(line: string, at: number): Sighting[] {
  const found = hostsIn(line, "linked", at);
  for (const match of line.matchAll(/(!?)`([^`\n]{2,2000})`/g)) {
    const code = match[2] ?? "";
    const start = at + match.index + (match[1] ?? "").length + 1;
    if (match[1] === "!" || isCommand(code)) found.push(...readSource("shell", code, start, true));
  }
  for (const { 0: name, index } of line.matchAll(toolName))
    found.push(literal("tool", "named", name, at + index));
  return found;
}
