import type { LoadedSkill } from "@/lib/runtime/dialect";
import { fitThreshold, formatScore, judgeFit, type Scored, toScale } from "@/lib/runtime/judge-fit";
import type { RoutedEntry, RouterAnswer } from "@/lib/runtime/ports";
import { searchSkills } from "@/lib/runtime/search-skills";
import { findLinks, resolveLink } from "@/lib/skills/find-links";
import { findNamedFiles, findPaths } from "./internal/find-paths";
import { findSection, quote, quoteCode } from "./internal/find-section";
import { readContent, readRefusal } from "./internal/host-texts";
import type { RehearsalPrompt } from "./internal/read-rehearsal-prompt";

/** Files read because the matching section names them; those the person names are all read. */
const mostFilesOfSection = 2;
const mostRouted = 5;

export type RehearsalMove =
  | { kind: "call"; text: string; calls: { toolName: string; input: Record<string, unknown> }[] }
  | { kind: "answer"; text: string };

/**
 * What Rehearsal does next: a pure function of the prompt. It asks for the list where the prompt names no skill. (1)
 * Skills that the person named are active already.
 * (2) Else the best skill of the catalogue by search, if it fits as `judgeFit` says; it is asked for in every turn,
 * also when active. (3) Then files: paths in the message exactly as typed, files the
 * message names, files the matching section names. (4) Then an extract of what it was given, and no word more.
 */
export function decideMove(prompt: RehearsalPrompt, toolNames: ReadonlySet<string>): RehearsalMove {
  if (shouldSearch(prompt, toolNames))
    return call("Looking for a skill that fits.", [
      { toolName: "search_skills", input: { query: prompt.message.slice(0, 1_000) } },
    ]);
  if (shouldList(prompt, toolNames))
    return call("Asking which skills there are.", [{ toolName: "list_skills", input: {} }]);
  const choice = chooseSkill(prompt);
  if (choice.kind === "activate" && toolNames.has("activate_skill"))
    return call(choice.why, [{ toolName: "activate_skill", input: { name: choice.name } }]);
  // Without a tool to ask with, the best skill is one whose instructions are in the prompt already.
  const held = choice.kind === "activate" ? prompt.loaded.findLast(({ name }) => name === choice.name) : null;
  const skill = held ?? activeSkill(prompt);
  if (skill && toolNames.has("read_skill_resource")) {
    const paths = filesToRead(prompt, skill);
    if (paths.length > 0)
      return call(
        "",
        paths.map((path) => ({ toolName: "read_skill_resource", input: { name: skill.name, path } })),
      );
  }
  return { kind: "answer", text: composeAnswer(prompt, skill, held ? { kind: "settled" } : choice) };
}

const call = (text: string, calls: Extract<RehearsalMove, { kind: "call" }>["calls"]): RehearsalMove => ({
  kind: "call",
  text,
  calls,
});

/** How Rehearsal routes: every skill whose score, as the search gave it, reaches the threshold; at most five. */
export function routeByRules(candidates: readonly RoutedEntry[]): RouterAnswer {
  const ranked = candidates.filter(({ score }) => score > 0).sort((left, right) => right.score - left.score);
  const fitting = ranked.filter(({ score }) => score >= fitThreshold).slice(0, mostRouted);
  const scores = (fitting.length > 0 ? fitting : ranked.slice(0, 1))
    .map(({ name, score }) => `${name} ${formatScore(score)}`)
    .join(", ");
  const verdict = fitting.length > 0 ? "these reach" : "none reaches";
  return {
    selectedSkillNames: fitting.map(({ name }) => name),
    reasoning: `Rules, not a language model: ${verdict} a score of ${formatScore(fitThreshold)}${scores === "" ? "" : ` (${scores})`}.`,
  };
}

const callsTo = ({ answered }: RehearsalPrompt, toolName: string) =>
  answered.filter((answer) => answer.toolName === toolName);

function shouldSearch(prompt: RehearsalPrompt, toolNames: ReadonlySet<string>): boolean {
  const searched = callsTo(prompt, "search_skills").length > 0;
  return (
    toolNames.has("search_skills") &&
    !searched &&
    prompt.personal.length === 0 &&
    prompt.catalogue.length === 0
  );
}

/** Where nothing names a skill before it is asked for. */
const shouldList = (prompt: RehearsalPrompt, toolNames: ReadonlySet<string>): boolean =>
  toolNames.has("list_skills") &&
  !toolNames.has("search_skills") &&
  callsTo(prompt, "list_skills").length === 0 &&
  prompt.personal.length === 0 &&
  prompt.catalogue.length === 0;

type Choice =
  | { kind: "activate"; name: string; why: string }
  /** Asked for in this turn already, or by the person. */
  | { kind: "settled" }
  | { kind: "none"; why: string };

function chooseSkill(prompt: RehearsalPrompt): Choice {
  if (callsTo(prompt, "activate_skill").length > 0 || prompt.personal.length > 0) return { kind: "settled" };
  const fit = judgeFit(rankSkills(prompt));
  const { best } = fit;
  if (fit.kind === "below") {
    const nearest = best ? ` The nearest is ${code(best.name)} with ${formatScore(best.score)}.` : "";
    const why = `No skill fits this message: none reaches a score of ${formatScore(fitThreshold)}.${nearest}`;
    return { kind: "none", why };
  }
  const { next } = fit;
  if (fit.kind === "tie") {
    const scores = [fit.best, fit.next]
      .map(({ name, score }) => `${code(name)} (${formatScore(score)})`)
      .join(" and ");
    return { kind: "none", why: `Two skills fit about equally well, so none is chosen: ${scores}.` };
  }
  const rival = next ? `; next is ${code(next.name)} with ${formatScore(next.score)}` : "";
  const { name, score } = fit.best;
  return {
    kind: "activate",
    name,
    why: `Best fit: ${code(name)}, score ${formatScore(score)}${rival}.`,
  };
}

/** By the search's own scores where it was asked; else by what the catalogue tells. */
function rankSkills(prompt: RehearsalPrompt): Scored[] {
  const found = callsTo(prompt, "search_skills").flatMap(({ text }) => skillsIn(text));
  if (prompt.catalogue.length === 0) return found.sort((left, right) => right.score - left.score);
  const told = prompt.catalogue.map((skill) => ({ skillId: skill.name, ...skill }));
  return searchSkills(prompt.message, told).map(({ name, score }) => ({ name, score: toScale(score) }));
}

function skillsIn(json: string): Scored[] {
  const entry = /\{"name":("(?:[^"\\]|\\.)*"),"description":"(?:[^"\\]|\\.)*","score":(\d\.?\d*)\}/g;
  return [...json.matchAll(entry)].map(([, name = '""', score]) => ({
    name: String(JSON.parse(name)),
    score: Number(score),
  }));
}

/** The skill of this turn; without one, the newest in the conversation, so that a follow-up can go on with it. */
function activeSkill(prompt: RehearsalPrompt): LoadedSkill | null {
  const asked = callsTo(prompt, "activate_skill").at(-1);
  if (asked) return prompt.loaded.findLast(({ name }) => name === asked.input.name) ?? null;
  const personal = prompt.personal.map((text) => readContent(text)?.name);
  const named = personal.findLast((name) => name !== undefined) ?? namedIn(prompt);
  if (named !== undefined) return prompt.loaded.findLast(({ name }) => name === named) ?? null;
  return prompt.personal.length > 0 ? null : (prompt.loaded.at(-1) ?? null);
}

/** The skill that a note to the person's `/name` speaks of: one that is in the prompt. */
const namedIn = ({ personal, loaded }: RehearsalPrompt): string | undefined =>
  loaded.findLast(({ name }) => personal.some((text) => readRefusal(text) === null && text.includes(name)))
    ?.name;

function filesToRead(prompt: RehearsalPrompt, skill: LoadedSkill): string[] {
  const asked = new Set(callsTo(prompt, "read_skill_resource").map(({ input }) => input.path));
  if (asked.size > 0) return [];
  const typed = findPaths(prompt.message);
  const named = findNamedFiles(prompt.message, skill.resources).filter((path) => !typed.includes(path));
  const wanted = [...typed, ...named];
  // A follow-up without a skill of its own only reads what it names.
  const isFollowUp = callsTo(prompt, "activate_skill").length === 0 && prompt.personal.length === 0;
  if (wanted.length > 0 || isFollowUp) return wanted;
  const section = findSection(skill.body, prompt.message, skill.name);
  const linked = findLinks(section.text).flatMap(({ target }) => resolveLink("SKILL.md", target) ?? []);
  linked.push(...findNamedFiles(section.text, skill.resources));
  const held = new Set(prompt.files.filter((file) => file.skill === skill.name).map(({ path }) => path));
  return [...new Set(linked)]
    .filter((path) => skill.resources.includes(path) && !held.has(path))
    .slice(0, mostFilesOfSection);
}

function composeAnswer(prompt: RehearsalPrompt, skill: LoadedSkill | null, choice: Choice): string {
  const parts: string[] = [];
  const activation = callsTo(prompt, "activate_skill").at(-1);
  const refusals = [
    ...(activation ? [errorIn(activation.text, "")] : []),
    ...prompt.personal.map((text) => errorIn(text, "")),
  ];
  parts.push(...refusals.filter((text) => text !== null));
  const reads = callsTo(prompt, "read_skill_resource");
  if (choice.kind === "none" && reads.length === 0) parts.push(choice.why);
  else if (skill && choice.kind === "settled") {
    const section = findSection(skill.body, prompt.message, skill.name);
    const title = section.title === "" ? "" : `, “${section.title}”`;
    parts.push(
      section.text === ""
        ? `${code(skill.name)} has no text to go by.`
        : `From ${code(skill.name)}${title}:\n\n${quote(section.text)}`,
    );
  }
  for (const { input, text } of reads) parts.push(describeRead(prompt, String(input.path), text));
  return (
    parts.join("\n\n") ||
    "There is nothing to go by: no skill is offered, and rules know nothing by themselves."
  );
}

function describeRead(prompt: RehearsalPrompt, path: string, text: string): string {
  const error = errorIn(text, `I could not read ${code(path)}: `);
  if (error !== null) return error;
  const file =
    prompt.files.findLast((candidate) => text.includes(candidate.text)) ??
    prompt.files.findLast((candidate) => candidate.path === path);
  if (!file) return `${code(path)} was read.`;
  if (!isProse(file.path)) return `From ${code(file.path)}:\n\n${quoteCode(file.text)}`;
  const section = findSection(file.text, prompt.message, file.skill);
  return `From ${code(file.path)}${section.title === "" ? "" : `, “${section.title}”`}:\n\n${quote(section.text)}`;
}

/** Whether a file is read as Markdown; scripts and data have lines that mean something. */
const isProse = (path: string): boolean => /\.(?:md|mdx|markdown|txt)$|(?:^|\/)[^.]+$/i.test(path);

/** The sentence of a refusal, after `before`; null when the text is none. */
function errorIn(text: string, before: string): string | null {
  const error = readRefusal(text);
  return error === null ? null : `${before}${error}.`;
}

const code = (text: string): string => `\`${text.replaceAll("`", "'")}\``;
