import type { HostMessage, HostPart, HostTool } from "./host-traffic";
import { type Json, toList, toRecord, toText } from "./json-values";

/** A request of Gemini's generateContent. */
export function readContents(body: Json): { messages: HostMessage[]; tools: HostTool[] } {
  const system = toList(toRecord(body.systemInstruction ?? body.system_instruction).parts).flatMap(
    contentPart,
  );
  return {
    messages: [
      ...(system.length > 0 ? [{ role: "system" as const, place: "system-prompt", parts: system }] : []),
      ...toList(body.contents).map(({ role, parts }) => ({
        role: role === "model" ? ("assistant" as const) : ("user" as const),
        place: role === "model" ? "assistant" : "first-message",
        parts: toList(parts).flatMap(contentPart),
      })),
    ],
    tools: toList(body.tools)
      .flatMap(({ functionDeclarations }) => toList(functionDeclarations))
      .map(({ name, description, parametersJsonSchema, parameters }) => ({
        name: toText(name),
        description: toText(description),
        inputSchema: toRecord(parametersJsonSchema ?? parameters),
      })),
  };
}

/** A part of either side; thoughts are left out. */
export function contentPart(part: Json): HostPart[] {
  if (part.functionCall !== undefined) {
    const { id, name, args } = toRecord(part.functionCall);
    return [{ kind: "call", id: toText(id), tool: toText(name), input: args }];
  }
  if (part.functionResponse !== undefined) {
    const { id, response } = toRecord(part.functionResponse);
    const { output, error } = toRecord(response);
    return [
      { kind: "result", callId: toText(id), text: toText(error ?? output), isError: error !== undefined },
    ];
  }
  if (part.inlineData !== undefined || part.fileData !== undefined) return [{ kind: "data" }];
  return typeof part.text === "string" && part.thought !== true ? [{ kind: "text", text: part.text }] : [];
}
