import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
} from "@ai-sdk/provider";
import { readCommandOutput } from "@/lib/dialects/command-output";
import { readNumberedLines } from "@/lib/dialects/numbered-lines";
import { readListed } from "@/lib/dialects/read-catalogue";
import type { LoadedSkill } from "@/lib/runtime/dialect";
import { unescapeXml } from "@/lib/runtime/escape-xml";
import { type HostCalls, hostCalls, toolsOfSkills } from "../host-calls";
import { isLaunched, readContent, readEager, readRefusal } from "./host-texts";

export type ReadFile = { skill: string; path: string; text: string };
export type Answered = { toolName: string; input: Record<string, unknown>; text: string };

/** All that Rehearsal goes by: what is in the prompt, taken apart. */
export type RehearsalPrompt = {
  /** What the person wrote last. */
  message: string;
  /** What their `/name` and `@name` brought in, in order. */
  personal: string[];
  catalogue: { name: string; description: string }[];
  /** Every skill text in the prompt, the newest last; of a name the newest counts. */
  loaded: LoadedSkill[];
  /** Every file in the prompt, the newest last. */
  files: ReadFile[];
  /** Calls since the last message, with their answers. */
  answered: Answered[];
};

/** Takes a prompt apart, whichever dialect its texts and tools are in. */
export function readRehearsalPrompt(
  prompt: LanguageModelV4Prompt,
  tools: NonNullable<LanguageModelV4CallOptions["tools"]>,
): RehearsalPrompt {
  const system = prompt
    .flatMap((message) => (message.role === "system" ? [message.content] : []))
    .join("\n\n");
  const lastUser = prompt.findLastIndex((message, at) => message.role === "user" && !isHosts(prompt, at));
  const texts = prompt.flatMap(textsOf);
  const [message = "", ...personal] = prompt[lastUser]
    ? textsOf(prompt[lastUser]).filter((text) => readListed(text).length === 0)
    : [];
  const host = hostCalls(tools);
  const eager = readEager(system);
  const asked = answersIn(prompt, host).filter(({ toolName }) => toolName === "list_skills");
  const listed = [
    [system, ...prompt.filter(({ role }) => role === "user").flatMap(textsOf)].join("\n\n"),
    asked.at(-1)?.text ?? "",
  ]
    .map(readListed)
    .find((entries) => entries.length > 0);
  const catalogue = listed ?? toolsOfSkills(tools).map(toListed);
  return {
    message,
    personal,
    catalogue: catalogue.length > 0 ? catalogue : eager,
    loaded: [...eager, ...texts.flatMap((text) => readContent(text) ?? [])],
    files: [...texts.flatMap(readSkillResource), ...answersIn(prompt, host).flatMap(toFile)],
    answered: answersIn(prompt.slice(lastUser + 1), host),
  };
}

/** A list of skills, or what follows a result as if the person had said it. */
function isHosts(prompt: LanguageModelV4Prompt, at: number): boolean {
  const [message, before] = [prompt[at], prompt[at - 1]];
  const texts = message ? textsOf(message) : [];
  if (texts.length > 0 && texts.every((text) => readListed(text).length > 0)) return true;
  return before?.role === "tool" && textsOf(before).some(isLaunched);
}

const toListed = ({ name, description = "" }: { name: string; description?: string }) => ({
  name,
  description,
});

/** The text of a file that a host gives as it is, known by what was asked. */
function toFile({ toolName, input, text }: Answered): ReadFile[] {
  const { name: skill, path } = input;
  if (toolName !== "read_skill_resource" || typeof skill !== "string" || typeof path !== "string") return [];
  if (text === "" || text.startsWith("<skill_resource ") || readRefusal(text) !== null) return [];
  const content = /^\{"skill_name":.*"content":("(?:[^"\\]|\\.)*")/s.exec(text)?.[1];
  return [
    {
      skill,
      path,
      text:
        content === undefined
          ? readNumberedLines(readCommandOutput(text)?.output ?? text)
          : String(JSON.parse(content)),
    },
  ];
}

/** Of user messages the text parts, of tool messages the results; the model's own words say nothing new. */
function textsOf(message: LanguageModelV4Message): string[] {
  if (message.role === "user")
    return message.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  if (message.role === "tool") return message.content.flatMap((part) => resultText(part)?.text ?? []);
  return [];
}

function resultText(part: Extract<LanguageModelV4Message, { role: "tool" }>["content"][number]) {
  if (part.type !== "tool-result") return null;
  const text = part.output.type === "text" ? part.output.value : "";
  return { id: part.toolCallId, text };
}

function answersIn(messages: LanguageModelV4Prompt, host: HostCalls): Answered[] {
  const results = new Map<string, string>();
  for (const message of messages)
    if (message.role === "tool")
      for (const part of message.content) {
        const result = resultText(part);
        if (result) results.set(result.id, result.text);
      }
  return messages.flatMap((message) =>
    message.role === "assistant"
      ? message.content.flatMap((part) =>
          part.type === "tool-call"
            ? [
                {
                  ...host.toStandard({ toolName: part.toolName, input: toRecord(part.input) }),
                  text: results.get(part.toolCallId) ?? "",
                },
              ]
            : [],
        )
      : [],
  );
}

function toRecord(input: unknown): Record<string, unknown> {
  return typeof input === "object" && input !== null && !Array.isArray(input) ? { ...input } : {};
}

function readSkillResource(text: string): ReadFile[] {
  const match = /^<skill_resource skill="([^"]*)" path="([^"]*)"[^>]*>\n([\s\S]*)\n<\/skill_resource>$/.exec(
    text,
  );
  if (!match) return [];
  const [, skill = "", path = "", content = ""] = match;
  return [{ skill: unescapeXml(skill), path: unescapeXml(path), text: content }];
}
