import { bytesOf } from "@/lib/skills/file-text";
import { isSkillFile } from "@/lib/skills/find-skill-file";
import { formatBytes } from "@/lib/skills/limits";
import { isSecretPath } from "@/lib/skills/package-path";
import type { GivenText } from "./activate-skill";
import { answerShell, type MissedFile, type ShellAnswer, type ShownFile } from "./answer-shell";
import type { SkillError, SkillRequest } from "./dialect";
import type { NewEvent, PayloadOf, SkillRef, ToolCall } from "./events";
import { loadsInstructions } from "./loads-instructions";
import { bytesInContext } from "./read-resource";
import type { SessionSetup } from "./session-setup";
import { mostShellBytes } from "./shell-output";

/** What a line of commands comes to: a skill loaded by reading it, files shown, or nothing found. */
type Looked =
  | { kind: "loads"; name: string; given: GivenText }
  | { kind: "told"; event: NewEvent }
  | { kind: "refused"; error: SkillError; result?: string }
  | { kind: "unknown-skill"; name: string; path: string; result: string };

/** Answers commands that only look, from the packages of these skills. Nothing runs. */
export async function lookAtFiles(
  setup: SessionSetup,
  { steps, mostTokens }: Extract<SkillRequest, { kind: "shell" }>,
  skills: ReadonlyMap<string, SkillRef>,
  call: ToolCall,
): Promise<Looked> {
  const { shell } = setup.dialect;
  if (shell?.asksLeave && setup.unattended) return { kind: "refused", error: withoutLeave(steps) };
  const answer = await answerShell(setup, steps, skills);
  if (!answer || !shell) return { kind: "refused", error: tooLarge("These files") };
  const { output, code } = answer;
  const hasMoved = steps.some(({ act }) => act.kind === "enter");
  const said = shell.render({ output, code, mostTokens, hasMoved });
  const { text: result, flags } = said;
  const loaded = shell.loadsSkills ? loadedBy(answer) : null;
  if (loaded) return { kind: "loads", name: loaded.name, given: { result, flags } };
  const [only, ...others] = answer.shown;
  const [missed, ...more] = answer.missed;
  if (only && others.length === 0 && !missed) return readOne(setup, only, { ...said, call });
  if (missed && !only && more.length === 0 && steps.length === 1) return refuseMissed(missed, result);
  const reads = answer.shown.map(({ skill, path }) => ({ skill, path }));
  return {
    kind: "told",
    event: {
      type: "tool-called",
      payload: {
        skill: null,
        answeredBy: "runtime",
        askedBy: "model",
        call,
        result,
        tokens: setup.countTokens(result),
        ...(reads.length > 0 ? { reads } : {}),
        ...(said.isError ? { isError: said.isError } : {}),
      },
    },
  };
}

/** The one skill whose SKILL.md was shown whole, or from its beginning for long enough. */
function loadedBy({ shown }: ShellAnswer): SkillRef | null {
  const loaded = shown.filter(
    ({ path, text, shown: part }) =>
      isSkillFile(path) &&
      text?.startsWith(part) &&
      loadsInstructions(part, part.length === text.length ? "whole" : "beginning"),
  );
  const [only, ...others] = loaded;
  return only && others.length === 0 ? only.skill : null;
}

function readOne(
  setup: SessionSetup,
  { skill, path, text, bytes, shown }: ShownFile,
  { text: result, flags, isError, call }: GivenFile,
): Looked {
  const added = bytesOf(result).length;
  if (bytesInContext(setup.log.events(), skill.skillId) + added > setup.limits.skillBytes)
    return { kind: "refused", error: tooLarge(path, skill.name, formatBytes(setup.limits.skillBytes)) };
  const page: Pick<
    PayloadOf<"resource-read">,
    "kind" | "offset" | "bytes" | "totalBytes" | "nextOffset"
  > = text === null
    ? { kind: "binary", offset: 0, bytes: 0, totalBytes: bytes, nextOffset: null }
    : { kind: "text", totalBytes: bytes, ...placeOf(text, shown, bytes) };
  return {
    kind: "told",
    event: {
      type: "resource-read",
      payload: {
        ...page,
        skill,
        path,
        call,
        askedBy: "model",
        result,
        tokens: setup.countTokens(result),
        ...(flags.length > 0 ? { flags } : {}),
        ...(isError ? { isError } : {}),
      },
    },
  };
}

type GivenFile = { text: string; flags: GivenText["flags"]; isError?: true; call: ToolCall };

/** Where a part begins and ends, in bytes; one that was put together from several is said to begin the file. */
function placeOf(text: string, shown: string, totalBytes: number) {
  const at = Math.max(0, text.endsWith(shown) ? text.length - shown.length : text.indexOf(shown));
  const offset = bytesOf(text.slice(0, at)).length;
  const bytes = bytesOf(shown).length;
  return { offset, bytes, nextOffset: offset + bytes < totalBytes ? offset + bytes : null };
}

function refuseMissed({ skill, name, path, isWithheld }: MissedFile, result: string): Looked {
  if (skill === null) return { kind: "unknown-skill", name, path, result };
  const rule = isWithheld || isSecretPath(path) ? ("secret-file" as const) : ("unknown-resource" as const);
  const why = rule === "secret-file" ? "Files that may hold secrets are never served" : "Unknown resource";
  const message = `${why} of ${skill.name}: ${path}`;
  return { kind: "refused", error: { rule, message, skillName: skill.name, path }, result };
}

const tooLarge = (
  what: string,
  skillName: string | null = null,
  limit = formatBytes(mostShellBytes),
): SkillError => ({
  rule: "too-large",
  message: `${what}: with this, more than ${limit} would be in the conversation.`,
  skillName,
  path: null,
});

/** The host names the command and what it would look at, or of several in a line those that look anywhere. */
function withoutLeave(steps: Extract<SkillRequest, { kind: "shell" }>["steps"]): SkillError {
  const [first, ...others] = steps;
  const looking = steps.filter(({ act }) => act.kind === "enter" || ("paths" in act && act.paths.length > 0));
  const act = first?.act;
  const given =
    act && "paths" in act ? act.paths[0]?.given : act && "path" in act ? act.path.given : undefined;
  const program = first?.text.split(" ")[0] ?? "";
  const message =
    others.length === 0
      ? `${program} in '${given ?? "."}' needs the person's leave, and nobody is there to ask.`
      : `Several commands, and these need the person's leave: ${looking.map(({ text }) => text).join(", ")}`;
  return { rule: "needs-leave", message, skillName: null, path: given ?? null };
}
