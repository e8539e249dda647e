import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { unescapeXml } from "@/lib/runtime/escape-xml";

export type LoadedSkill = { name: string; body: string; resources: string[] };
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

export function readRehearsalPrompt(prompt: LanguageModelV4Prompt): RehearsalPrompt {
  const system = prompt
    .flatMap((message) => (message.role === "system" ? [message.content] : []))
    .join("\n\n");
  const lastUser = prompt.findLastIndex((message) => message.role === "user");
  const texts = prompt.flatMap(textsOf);
  const [message = "", ...personal] = prompt[lastUser] ? textsOf(prompt[lastUser]) : [];
  return {
    message,
    personal,
    catalogue: readCatalogue(system),
    loaded: texts.flatMap(readSkillContent),
    files: texts.flatMap(readSkillResource),
    answered: answersIn(prompt.slice(lastUser + 1)),
  };
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

function answersIn(messages: LanguageModelV4Prompt): Answered[] {
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
                  toolName: part.toolName,
                  input: toRecord(part.input),
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

function readCatalogue(system: string): RehearsalPrompt["catalogue"] {
  const block = /<available_skills>\n([\s\S]*?)\n?<\/available_skills>/.exec(system)?.[1] ?? "";
  const entry = /<skill>\s*<name>([\s\S]*?)<\/name>\s*<description>([\s\S]*?)<\/description>\s*<\/skill>/g;
  return [...block.matchAll(entry)].map(([, name = "", description = ""]) => ({
    name: unescapeXml(name),
    description: unescapeXml(description),
  }));
}

function readSkillContent(text: string): LoadedSkill[] {
  const match =
    /^<skill_content name="([^"]*)">\n([\s\S]*)\n\nbase_path: [^\n]*\n<skill_resources>([\s\S]*?)<\/skill_resources>\n<\/skill_content>$/.exec(
      text,
    );
  if (!match) return [];
  const [, name = "", body = "", files = ""] = match;
  const resources = [...files.matchAll(/<file>([\s\S]*?)<\/file>/g)].map(([, path = ""]) =>
    unescapeXml(path),
  );
  // What the person gave is theirs, not the skill's.
  return [{ name: unescapeXml(name), body: body.replace(/\n\nARGUMENTS: [\s\S]*$/, ""), resources }];
}

function readSkillResource(text: string): ReadFile[] {
  const match = /^<skill_resource skill="([^"]*)" path="([^"]*)"[^>]*>\n([\s\S]*)\n<\/skill_resource>$/.exec(
    text,
  );
  if (!match) return [];
  const [, skill = "", path = "", content = ""] = match;
  return [{ skill: unescapeXml(skill), path: unescapeXml(path), text: content }];
}
