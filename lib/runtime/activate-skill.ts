import { findSkillFile } from "@/lib/skills/find-skill-file";
import { isSecretPath } from "@/lib/skills/package-path";
import { parseSkill } from "@/lib/skills/parse-skill";
import { assemblePrompt } from "./assemble-prompt";
import type { SkillError } from "./dialect";
import type { NewEvent, PayloadOf, SkillRef, ToolCall } from "./events";
import type { Receipt } from "./ports";
import type { SessionSetup } from "./session-setup";

export type ActivationRequest = { skill: SkillRef; arguments: string; call: ToolCall | null };
type Rendered = { text: string; sha256: string; tokens: number; payload: PayloadOf<"skill-activated"> };

const decoder = new TextDecoder();

/** The text an activation would put into the prompt, or why there is none. Reads SKILL.md and the file list. */
export async function renderActivation(
  setup: SessionSetup,
  request: ActivationRequest,
): Promise<Rendered | SkillError> {
  const { skill, call } = request;
  const { source, dialect, limits, countTokens, sha256 } = setup;
  const files = await source.listFiles(skill);
  const skillFile = findSkillFile(files.map(({ path }) => path));
  const bytes = skillFile === null ? null : await source.readFile(skill, skillFile);
  if (bytes === null) return unreadable(skill, "it has no SKILL.md");
  const parsed = parseSkill(decoder.decode(bytes), { mode: "lenient", folderName: skill.name });
  const fatal = parsed.loads ? null : parsed.issues.find((issue) => issue.severity === "error");
  if (fatal) return unreadable(skill, fatal.message);
  const resources = files
    .map(({ path }) => path)
    .filter((path) => path !== skillFile && !isSecretPath(path))
    .sort();
  const { text, flags } = dialect.activation({
    name: skill.name,
    description: parsed.description,
    frontmatter: parsed.frontmatter,
    body: parsed.body.replace(/^(?:[ \t]*\r?\n)+|\s+$/g, ""),
    arguments: request.arguments,
    resources: resources.slice(0, limits.listedResources),
    unlisted: Math.max(0, resources.length - limits.listedResources),
  });
  const textSha256 = sha256(text);
  const tokens = countTokens(text);
  const payload = {
    skill,
    textSha256,
    arguments: request.arguments,
    flags,
    askedBy: call === null ? ("person" as const) : ("model" as const),
    call,
    result: text,
    tokens,
  };
  return { text, sha256: textSha256, tokens, payload };
}

/**
 * What an activation becomes, given the receipts the branch holds of this skill. Active means that the very text
 * is in the prompt as it would be sent now: a receipt whose text was evicted, alone or with its turn, does not count.
 */
export function decideActivation(
  setup: SessionSetup,
  rendered: Rendered,
  held: readonly Receipt[],
): NewEvent {
  const { payload } = rendered;
  const inPrompt = new Set(
    assemblePrompt(setup.log.events())
      .messages.flatMap(({ parts }) => parts)
      .flatMap(({ source, seq }) => (source.kind === "skill" ? [seq] : [])),
  );
  const same = held.find((receipt) => receipt.textSha256 === rendered.sha256);
  if (same && inPrompt.has(same.seq)) return alreadyActive(setup, payload, same);
  const newest = held.toSorted((left, right) => right.seq - left.seq)[0];
  if (!newest) return { type: "skill-activated", payload };
  const sameArguments = held.some((receipt) => receipt.arguments === payload.arguments);
  const reason = same ? "evicted" : sameArguments ? "changed" : "other-arguments";
  const { turn, seq } = same ?? newest;
  return { type: "skill-reactivated", payload: { ...payload, reason, previous: { turn, seq } } };
}

function alreadyActive(
  { dialect, countTokens }: SessionSetup,
  payload: PayloadOf<"skill-activated">,
  { turn, seq }: Receipt,
): NewEvent {
  const { flags: _, ...rest } = payload;
  const result = dialect.alreadyActive({ name: payload.skill.name, turn });
  const tokens = countTokens(result);
  return {
    type: "skill-already-active",
    payload: {
      ...rest,
      result,
      tokens,
      since: { turn, seq },
      tokensSaved: Math.max(0, payload.tokens - tokens),
    },
  };
}

const unreadable = (skill: SkillRef, why: string): SkillError => ({
  rule: "unreadable-skill",
  message: `The skill ${skill.name} cannot be loaded: ${why}`,
  skillName: skill.name,
  path: null,
});
