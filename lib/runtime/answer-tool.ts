import { z } from "zod";
import { formatBytes } from "@/lib/skills/limits";
import { checkPackagePath } from "@/lib/skills/package-path";
import { assemblePrompt } from "./assemble-prompt";
import type { SkillError, SkillRequest } from "./dialect";
import type { NewEvent, SessionEvent, SkillRef, ToolCall, ToolDefinition } from "./events";
import { findClosest } from "./find-closest";
import type { ToolQuestion } from "./ports";
import { listResources } from "./read-skill";
import type { SessionSetup } from "./session-setup";

/** A tool that the runtime has no answer for: a skill's own, or one of the agent's. */
type OwnTool = Pick<ToolQuestion, "definition" | "skill" | "tool">;

/** The tool of this name, if the prompt as it stands offers it and it is not the runtime's own. */
export function findOwnTool(events: readonly SessionEvent[], toolName: string): OwnTool | null {
  const definition = offeredTool(events, toolName);
  if (!definition) return null;
  const runId = events.findLast(({ type }) => type === "run-started")?.runId;
  for (const event of events.toReversed()) {
    const ofRun = event.runId === runId;
    if (event.type === "run-started" && ofRun && event.payload.otherTools?.includes(definition))
      return { definition, skill: null, tool: toolName };
    if (event.type === "catalogue-injected" && ofRun && event.payload.tools.includes(definition)) return null;
    const sources =
      event.type === "skill-activated" || event.type === "skill-reactivated"
        ? [event.payload]
        : event.type === "catalogue-injected" && ofRun
          ? (event.payload.eager ?? [])
          : [];
    for (const { skill, tools = [] } of sources) {
      const own = tools.find((tool) => tool.definition === definition);
      if (own) return { definition, skill, tool: own.tool };
    }
  }
  return null;
}

export const offeredTool = (events: readonly SessionEvent[], toolName: string): ToolDefinition | undefined =>
  assemblePrompt(events).tools.find(({ name }) => name === toolName);

/** Whether the agent has a tool of this name as well as the host, whose is offered. */
export function isShared(events: readonly SessionEvent[], toolName: string): boolean {
  const started = events.findLast((event) => event.type === "run-started");
  return started?.type === "run-started" && (started.payload.sharedTools ?? []).includes(toolName);
}

/** Checks the call's input, then asks whoever can answer. */
export async function answerOwnTool(
  setup: SessionSetup,
  tool: OwnTool,
  call: ToolCall,
): Promise<NewEvent | SkillError> {
  const wrong = validateInput(tool.definition, call.input);
  if (wrong !== null)
    return {
      rule: "invalid-arguments",
      message: `Invalid arguments for ${call.toolName}: ${wrong}`,
      skillName: tool.skill?.name ?? null,
      path: null,
    };
  return ask(setup, { ...tool, call, path: null });
}

type HostToolRequest = Extract<SkillRequest, { kind: "host-tool" }>;

/** A script or code tool of the host, of a skill that is offered or of none. Nothing runs. */
export async function answerHostTool(
  setup: SessionSetup,
  request: HostToolRequest,
  skill: SkillRef | null,
  call: ToolCall,
): Promise<NewEvent | SkillError> {
  const offered = offeredTool(setup.log.events(), call.toolName);
  if (!offered && skill && request.path === null)
    return {
      rule: "unknown-tool",
      message: `Unknown tool: ${call.toolName}`,
      skillName: skill.name,
      path: null,
      available: assemblePrompt(setup.log.events()).tools.map(({ name }) => name),
    };
  const definition = offered ?? {
    name: call.toolName,
    description: "",
    inputSchema: { type: "object" },
  };
  const missing = skill && request.path !== null ? await missingScript(setup, skill, request) : null;
  return (
    missing ??
    request.refusal ??
    ask(setup, { call, definition, skill, tool: request.toolName, path: request.path })
  );
}

async function missingScript(
  setup: SessionSetup,
  skill: SkillRef,
  { path, file }: HostToolRequest,
): Promise<SkillError | null> {
  if (path === null) return null;
  const files = await listResources(setup, skill);
  const places = file === undefined ? [path, `scripts/${path}`] : [file];
  if (places.some((place) => files.includes(place))) return null;
  const inside = checkPackagePath(path).ok;
  return {
    rule: inside ? "unknown-resource" : "outside-package",
    message: inside ? `Unknown script of ${skill.name}: ${path}` : `Outside the package: ${path}`,
    skillName: skill.name,
    path,
    available: files.filter((file) => file.startsWith("scripts/")).slice(0, setup.limits.listedNames),
    didYouMean: inside ? findClosest(path, files) : null,
  };
}

async function ask(setup: SessionSetup, question: ToolQuestion): Promise<NewEvent | SkillError> {
  const { call, skill } = question;
  const answer = (await setup.answerTool?.(question)) ?? null;
  if (answer === null)
    return {
      rule: "unanswered",
      message: `${call.toolName} has no result: nothing runs here, no stub is saved and nobody typed one.`,
      skillName: skill?.name ?? null,
      path: question.path,
    };
  if ("refused" in answer)
    return {
      rule: "needs-leave",
      message: answer.refused,
      skillName: skill?.name ?? null,
      path: question.path,
    };
  const result = cutResult(answer.result, setup.limits.toolResultBytes);
  const tokens = setup.countTokens(result);
  const { answeredBy, savedCase } = answer;
  return {
    type: "tool-called",
    payload: {
      skill,
      answeredBy,
      askedBy: "model",
      call,
      result,
      tokens,
      ...(savedCase ? { savedCase } : {}),
    },
  };
}

/** What is wrong with an input, or null. A schema that cannot be understood accepts everything. */
function validateInput({ inputSchema }: ToolDefinition, input: unknown): string | null {
  const schema = readSchema(inputSchema);
  const parsed = schema?.safeParse(input ?? {});
  if (!parsed || parsed.success) return null;
  return parsed.error.issues
    .slice(0, 5)
    .map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message))
    .join("; ");
}

/**
 * Expressions are left out: they come from servers and are run on what a model writes, and one that never comes to an
 * end would hold up everybody.
 */
function readSchema(schema: Record<string, unknown>): z.ZodType | null {
  const isExpression = (key: string, value: unknown): boolean =>
    (key === "pattern" && typeof value === "string") || key === "patternProperties";
  try {
    const plain = JSON.stringify(schema, (key, value) => (isExpression(key, value) ? undefined : value));
    return z.fromJSONSchema(JSON.parse(plain));
  } catch {
    return null;
  }
}

function cutResult(result: string, mostBytes: number): string {
  const bytes = new TextEncoder().encode(result);
  if (bytes.length <= mostBytes) return result;
  // Half a character at the cut would become a replacement character: it is dropped.
  const kept = new TextDecoder().decode(bytes.subarray(0, mostBytes), { stream: true });
  return `${kept}\n[Cut: ${formatBytes(mostBytes)} of ${formatBytes(bytes.length)}.]`;
}
