import { argumentNames } from "@/lib/dialects/claude-code";
import type { Recognised, SkillRef } from "@/lib/runtime/events";
import { parseSkill } from "@/lib/skills/parse-skill";
import { substituteArguments } from "@/lib/skills/substitute-arguments";

/** A text of this workspace: SKILL.md or another file of one version, or of the draft, as written. */
export class KnownText {
  private parsed: { body: string; names: readonly string[] } | undefined;

  /** Without blank lines around it. */
  readonly plain: string;

  constructor(
    readonly skill: SkillRef,
    readonly text: string,
  ) {
    this.plain = plain(text);
  }

  /** As instructions; read once, however many texts are compared with it. */
  get document(): { body: string; names: readonly string[] } {
    if (!this.parsed) {
      const { body, frontmatter } = parseSkill(this.text, { mode: "lenient" });
      this.parsed = { body: body.replaceAll("\r\n", "\n").trimStart(), names: argumentNames(frontmatter) };
    }
    return this.parsed;
  }
}

/** A text as a host brought it in. */
export type GivenText = {
  text: string;
  /** `file`: as it lies there. `body`: SKILL.md as a host loads it, in its own frame. */
  as: "file" | "body";
  arguments: string;
  /** Where the skill lies on that machine, when it is told. */
  directory: string | null;
  isPart: boolean;
};

export type RecognisedText = { skill: SkillRef; recognised: Recognised };

/** Shorter pieces stand in too many texts to say which one it is. */
const leastPart = 20;
/** With what was asked for put into it, no body that a host sends is longer. Characters. */
const mostFilled = 4_000_000;

/**
 * Which of the known texts these bytes are, after what the host puts around them and the blank lines that it takes
 * off; the first of several that are the same. `changed` when they are none of them, with the one that shares most
 * lines. Null without any known text.
 */
export function recogniseText(
  given: GivenText,
  known: readonly KnownText[],
  latestVersion: number | null,
): RecognisedText | null {
  const core = given.as === "body" ? coreOf(given.text) : plain(given.text);
  const holds = given.as === "file" && given.isPart && core.length >= leastPart ? searchFor(core) : null;
  const equal = known.find((one) =>
    given.as === "body" ? isBodyOf(one, core, given) : one.plain === core || holds?.(one.plain),
  );
  const found = equal ?? nearest(core, known);
  if (!found) return null;
  const as = !equal ? "changed" : found.skill.draftRevision === null ? "version" : "draft";
  return {
    skill: found.skill,
    recognised: { as, latestVersion, ...(given.isPart && equal ? { isPart: true } : {}) },
  };
}

/** Blank lines around a text, and how its lines end, are the host's. */
const plain = (text: string): string =>
  text
    .replaceAll("\r\n", "\n")
    .replace(/^\uFEFF/, "")
    .trim();

/** The body without what the host writes around it. */
function coreOf(text: string): string {
  const instructions = instructionsIn(text);
  return plain(instructions ?? text.replace(/^Base directory for this skill: [^\n]+\n\n/, ""));
}

/** Between the first opening and the last closing tag that stands on a line of its own, behind blanks. */
function instructionsIn(text: string): string | null {
  const opening = "<instructions>\n";
  const start = text.indexOf(opening);
  if (start < 0) return null;
  const first = start + opening.length;
  let close = text.lastIndexOf("</instructions>");
  while (close > first) {
    let line = close;
    while (line > first && text[line - 1] === " ") line -= 1;
    if (line > first && text[line - 1] === "\n") return text.slice(first, line - 1);
    close = text.lastIndexOf("</instructions>", close - 1);
  }
  return null;
}

/** Hosts load the body with or without the frontmatter, and with or without what was asked for put into it. */
function isBodyOf(known: KnownText, core: string, { arguments: given, directory }: GivenText): boolean {
  if (known.plain === core) return true;
  const { body, names } = known.document;
  if (plain(body) === core) return true;
  if (given.trim() === "" && !body.includes("$")) return false;
  const places = body.split("$").length;
  if (body.length + places * (given.length + (directory?.length ?? 0)) > mostFilled) return false;
  const filled = substituteArguments({
    body,
    names,
    arguments: given,
    rules: "positional",
    variables: new Map(directory === null ? [] : [["CLAUDE_SKILL_DIR", directory]]),
  });
  return plain(filled) === core;
}

/** Whether texts hold a part: each character of either is looked at once or twice, whatever they repeat. */
function searchFor(part: string): (text: string) => boolean {
  const back = new Int32Array(part.length);
  for (let at = 1, same = 0; at < part.length; at += 1) {
    while (same > 0 && part[at] !== part[same]) same = back[same - 1] ?? 0;
    if (part[at] === part[same]) same += 1;
    back[at] = same;
  }
  return (text) => {
    for (let at = 0, same = 0; at < text.length; at += 1) {
      while (same > 0 && text[at] !== part[same]) same = back[same - 1] ?? 0;
      if (text[at] === part[same]) same += 1;
      if (same === part.length) return true;
    }
    return false;
  };
}

/** By lines in common; the first of several with as many. */
function nearest(core: string, known: readonly KnownText[]): KnownText | undefined {
  const lines = new Set(core.split("\n"));
  let best: { text: KnownText; shared: number } | undefined;
  for (const text of known) {
    const shared = text.plain.split("\n").filter((line) => lines.has(line)).length;
    if (!best || shared > best.shared) best = { text, shared };
  }
  return best?.text;
}
