import { argumentNames } from "@/lib/dialects/claude-code";
import type { Recognised, SkillRef } from "@/lib/runtime/events";
import { parseSkill } from "@/lib/skills/parse-skill";
import { substituteArguments } from "@/lib/skills/substitute-arguments";

/** A text of this workspace: SKILL.md or another file of one version, or of the draft, as written. */
export type KnownText = { skill: SkillRef; text: string };

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
  const equal = known.find(({ text }) =>
    given.as === "body" ? isBodyOf(text, core, given) : isFile(plain(text), core, given.isPart),
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

const isFile = (text: string, core: string, isPart: boolean): boolean =>
  text === core || (isPart && core.length >= leastPart && text.includes(core));

/** The body without what the host writes around it. */
function coreOf(text: string): string {
  const instructions = /<instructions>\n([\s\S]*)\n *<\/instructions>/.exec(text)?.[1];
  return plain(instructions ?? text.replace(/^Base directory for this skill: [^\n]+\n\n/, ""));
}

/** Hosts load the body with or without the frontmatter, and with or without what was asked for put into it. */
function isBodyOf(document: string, core: string, { arguments: given, directory }: GivenText): boolean {
  if (plain(document) === core) return true;
  const { body, frontmatter } = parseSkill(document, { mode: "lenient" });
  if (plain(body) === core) return true;
  if (given.trim() === "" && !body.includes("$")) return false;
  const filled = substituteArguments({
    body: body.replaceAll("\r\n", "\n").trimStart(),
    arguments: given,
    rules: "positional",
    names: argumentNames(frontmatter),
    variables: new Map(directory === null ? [] : [["CLAUDE_SKILL_DIR", directory]]),
  });
  return plain(filled) === core;
}

/** By lines in common; the first of several with as many. */
function nearest(core: string, known: readonly KnownText[]): KnownText | undefined {
  const lines = new Set(core.split("\n"));
  let best: { text: KnownText; shared: number } | undefined;
  for (const text of known) {
    const shared = plain(text.text)
      .split("\n")
      .filter((line) => lines.has(line)).length;
    if (!best || shared > best.shared) best = { text, shared };
  }
  return best?.text;
}
