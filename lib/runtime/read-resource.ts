import { textOf } from "@/lib/skills/file-text";
import { findSkillFile } from "@/lib/skills/find-skill-file";
import { formatBytes, withLimits } from "@/lib/skills/limits";
import { checkPackagePath, isSecretPath } from "@/lib/skills/package-path";
import { assemblePrompt } from "./assemble-prompt";
import type { SkillError } from "./dialect";
import type { NewEvent, PayloadOf, RefusalRule, SessionEvent, SkillRef, ToolCall } from "./events";
import { findClosest } from "./find-closest";
import { findPart } from "./find-part";
import { mediaTypeOf } from "./media-type";
import { isLeftOut, listResources } from "./read-skill";
import type { SessionSetup } from "./session-setup";

export type ReadRequest = {
  skill: SkillRef;
  path: string;
  /** Counts bytes. */
  offset: number;
  /** In place of `offset`; `first` is 1-based. */
  lines?: { first: number; count: number | null };
  call: ToolCall | null;
};

const outside = new Set(["path-absolute", "path-traversal", "path-home", "path-backslash"]);

/** Answers one page of a file of an offered skill, or why not. Nothing outside the package can be named. */
export async function readResource(
  setup: SessionSetup,
  request: ReadRequest,
): Promise<NewEvent | SkillError> {
  const { skill } = request;
  const path = packagePath(skill.name, request.path);
  const checked = checkPackagePath(path, withLimits({ pathDepth: setup.limits.resourceDepth + 1 }));
  if (!checked.ok) {
    const { rule, message } = checked.error;
    if (outside.has(rule)) {
      const error = refusal(request, "outside-package", `Outside the package: ${request.path}`);
      return setup.dialect.reads ? { ...error, available: await listResources(setup, request.skill) } : error;
    }
    if (rule === "path-too-deep") return refusal(request, "too-deep", message);
    return unknownResource(setup, request);
  }
  const isNamedSecret = isSecretPath(checked.value);
  if (isNamedSecret && !setup.source.whyWithheld) return withheld(request, checked.value);
  // The instructions come in by activation alone, with a receipt: read as a file they would be counted twice.
  if (findSkillFile([checked.value]) !== null && !setup.dialect.readsSkillFile) {
    const message = `${checked.value} is not a resource: activate ${skill.name} to get its instructions.`;
    return refusal(request, "unknown-resource", message);
  }
  const isRead = (setup.dialect.reads?.(checked.value) ?? true) && !isLeftOut(setup, skill, checked.value);
  const bytes = isRead ? await setup.source.readFile(skill, checked.value) : null;
  if (bytes === null)
    return isNamedSecret ? withheld(request, checked.value) : unknownResource(setup, request);
  const why = await whyWithheld(setup, skill, { path: checked.value, bytes });
  if (why !== null) return withheld(request, checked.value, why);
  if (textOf(bytes) !== null) return textPage(setup, request, checked.value, bytes);
  if (!setup.dialect.withoutBinary) return binaryAnswer(setup, request, checked.value, bytes.length);
  const message = `${checked.value} of ${skill.name} is no text, and this host knows text files alone.`;
  return refusal(request, "unknown-resource", message);
}

/** Why a file is kept from the model; instructions come in by activation, whatever is in them. */
export async function whyWithheld(
  { source }: Pick<SessionSetup, "source">,
  skill: SkillRef,
  { path, bytes }: { path: string; bytes: Uint8Array },
): Promise<string | null> {
  if (findSkillFile([path]) !== null) return null;
  return (await source.whyWithheld?.(skill, path, bytes)) ?? null;
}

function withheld(request: ReadRequest, path: string, why?: string): SkillError {
  const reason = why === undefined ? "" : ` (${why})`;
  return refusal(request, "secret-file", `Files that may hold secrets are never served: ${path}${reason}`);
}

/** The path without this skill's own base_path; another skill's is not a path in this package. */
function packagePath(name: string, path: string): string {
  const base = `skill://${name}/`;
  if (path.startsWith(base)) return path.slice(base.length);
  return path.startsWith("skill:") ? `../${path}` : path;
}

function textPage(
  setup: SessionSetup,
  request: ReadRequest,
  path: string,
  bytes: Uint8Array,
): NewEvent | SkillError {
  const { skill } = request;
  const found = findPart(setup, { path, bytes, offset: request.offset, lines: request.lines });
  if (!found.ok) return refusal(request, found.error.rule, found.error.message);
  const { offset, end, text, lines } = found.value;
  const { dialect, limits } = setup;
  const used = bytesInContext(setup.log.events(), skill.skillId);
  const isTooMuch = (size: number) => used + size > limits.skillBytes;
  const tooMuch = () =>
    refusal(
      request,
      "too-large",
      `${path}: with this, more than ${formatBytes(limits.skillBytes)} of ${skill.name} would be in the conversation.`,
    );
  if (!dialect.shortensLines && isTooMuch(end - offset)) return tooMuch();
  const page = {
    offset,
    totalBytes: bytes.length,
    nextOffset: end < bytes.length ? end : null,
  };
  const { text: result, flags } = dialect.resource({ name: skill.name, path, text, ...page, lines });
  if (dialect.shortensLines && isTooMuch(new TextEncoder().encode(result).length)) return tooMuch();
  const told = flags.length === 0 ? {} : { flags };
  return answer(setup, request, { path, kind: "text", bytes: end - offset, result, ...page, ...told });
}

function binaryAnswer(setup: SessionSetup, request: ReadRequest, path: string, totalBytes: number): NewEvent {
  const mediaType = mediaTypeOf(path);
  const result = setup.dialect.binaryResource({
    name: request.skill.name,
    path,
    mediaType,
    bytes: totalBytes,
  });
  const page = { offset: 0, bytes: 0, totalBytes, nextOffset: null };
  const failed = setup.dialect.binaryIsError ? { isError: true as const } : {};
  return answer(setup, request, { path, kind: "binary", result, ...page, ...failed });
}

type Page = Pick<
  PayloadOf<"resource-read">,
  "path" | "kind" | "offset" | "bytes" | "totalBytes" | "nextOffset" | "result" | "flags" | "isError"
>;

function answer(setup: SessionSetup, { skill, call }: ReadRequest, page: Page): NewEvent {
  return {
    type: "resource-read",
    payload: {
      ...page,
      skill,
      call,
      askedBy: call === null ? "person" : "model",
      tokens: setup.countTokens(page.result),
    },
  };
}

/** What of one skill's text and files is in the prompt now, in bytes of UTF-8; `except` is not counted. */
export function bytesInContext(events: readonly SessionEvent[], skillId: string, except?: string): number {
  const runId = events.findLast(({ type }) => type === "run-started")?.runId;
  let bytes = 0;
  for (const event of events)
    if (event.type === "catalogue-injected" && event.runId === runId)
      for (const { skill, bytes: held } of event.payload.eager ?? [])
        if (skill.skillId === skillId) bytes += held;
  for (const part of assemblePrompt(events).messages.flatMap(({ parts }) => parts))
    if (
      part.source.kind !== "history" &&
      part.source.skillId === skillId &&
      "text" in part &&
      part.text !== except
    )
      bytes += new TextEncoder().encode(part.text).length;
  return bytes;
}

async function unknownResource(setup: SessionSetup, request: ReadRequest): Promise<SkillError> {
  const served = await listResources(setup, request.skill);
  return {
    ...refusal(request, "unknown-resource", `Unknown resource of ${request.skill.name}: ${request.path}`),
    available: served.slice(0, setup.limits.listedNames),
    didYouMean: findClosest(request.path, served) ?? byFileName(request.path, served),
  };
}

/** The one file with this file name, wherever it lies. */
function byFileName(path: string, files: readonly string[]): string | null {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return files.find((file) => file.toLowerCase().endsWith(`/${name}`)) ?? null;
}

const refusal = ({ skill, path }: ReadRequest, rule: RefusalRule, message: string): SkillError => ({
  rule,
  message,
  skillName: skill.name,
  path,
});
