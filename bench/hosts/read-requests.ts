import type { Host, RawCall } from "./hosts";
import { toRecord } from "./scripted-model";
import type { Seen, SeenPart, SeenTool } from "./seen";

type Json = Record<string, unknown>;
const toList = (value: unknown): Json[] => (Array.isArray(value) ? value.map(toRecord) : []);
const toText = (value: unknown): string => (typeof value === "string" ? value : "");

/** What the host's own requests say: the first of what was told, the last of what came back. */
export function readRequests(host: Host, requests: readonly Json[]): Seen {
  return readers[host.protocol](requests[0] ?? {}, requests.at(-1) ?? {});
}

const readers: Record<Host["protocol"], (first: Json, last: Json) => Seen> = {
  messages: (first, last) => ({
    told: [
      ...blocksOf(first.system).map(({ text }) => ({ place: "system-prompt", text: toText(text) })),
      ...toList(first.messages).flatMap(({ role, content }, at) =>
        blocksOf(content).map(({ text }) => ({ place: placeOf(toText(role), at), text: toText(text) })),
      ),
    ],
    tools: toList(first.tools).map(({ name, input_schema }) => toTool(name, input_schema)),
    answers: readMessages(toList(last.messages)),
  }),
  responses: (first, last) => ({
    told: toList(first.input).flatMap(({ role, content }) =>
      toList(content).map(({ text }) => ({
        place: role === "developer" ? "system-prompt" : "first-message",
        text: toText(text),
      })),
    ),
    tools: toList(first.tools).map(({ name, parameters }) => toTool(name, parameters)),
    answers: toList(last.input)
      .filter(({ type }) => type === "function_call_output")
      .map(({ output }) => [{ kind: "result", isError: false, text: toText(output) }]),
  }),
  "generate-content": (first, last) => ({
    told: [
      ...toList(toRecord(first.systemInstruction).parts).map(({ text }) => ({
        place: "system-prompt",
        text: toText(text),
      })),
      ...toList(first.contents).flatMap(({ parts }) =>
        toList(parts).map(({ text }) => ({ place: "first-message", text: toText(text) })),
      ),
    ],
    tools: toList(first.tools)
      .flatMap(({ functionDeclarations }) => toList(functionDeclarations))
      .map(({ name, parametersJsonSchema, parameters }) => toTool(name, parametersJsonSchema ?? parameters)),
    ...readContents(toList(last.contents)),
  }),
};

const toTool = (name: unknown, schema: unknown): SeenTool => ({
  name: toText(name),
  inputSchema: toRecord(schema),
});

const placeOf = (role: string, at: number): string =>
  role === "user" && at === 0
    ? "first-message"
    : role === "system" && at === 1
      ? "after-first-message"
      : `${role} ${at}`;

const blocksOf = (content: unknown): Json[] =>
  typeof content === "string" ? [{ type: "text", text: content }] : toList(content);

/** What a host puts behind results of its own accord: reminders that are no part of the answer. */
const reminders = /(?:\n\n<system-reminder>\n(?:(?!<\/system-reminder>)[\s\S])*<\/system-reminder>\n?)+$/;

function readMessages(messages: readonly Json[]): SeenPart[][] {
  const answers: SeenPart[][] = [];
  for (const { role, content } of messages.slice(1)) {
    if (role !== "user") continue;
    for (const block of blocksOf(content)) {
      if (block.type === "tool_result") {
        const text = blocksOf(block.content)
          .map(({ text: one }) => toText(one))
          .join("\n");
        answers.push([
          { kind: "result", isError: block.is_error === true, text: text.replace(reminders, "") },
        ]);
      } else if (block.type === "text" && !toText(block.text).startsWith("<system-reminder>"))
        answers.at(-1)?.push({ kind: "text", isError: false, text: toText(block.text) });
    }
  }
  return answers;
}

function readContents(contents: readonly Json[]): Required<Pick<Seen, "answers" | "answered">> {
  const answers: SeenPart[][] = [];
  const answered: { tool: string; input: unknown }[] = [];
  const calls = new Map<unknown, Json>();
  for (const part of contents.flatMap(({ parts }) => toList(parts))) {
    if (part.functionCall !== undefined)
      calls.set(toRecord(part.functionCall).id, toRecord(part.functionCall));
    else if (part.functionResponse !== undefined) {
      const { id, response } = toRecord(part.functionResponse);
      const { output, error } = toRecord(response);
      answered.push({ tool: toText(calls.get(id)?.name), input: calls.get(id)?.args });
      answers.push([{ kind: "result", isError: error !== undefined, text: toText(error ?? output) }]);
    } else if (part.inlineData !== undefined)
      answers.at(-1)?.push({ kind: "data", isError: false, text: "" });
  }
  return { answers, answered };
}

/** The answers by the calls of a script: none for a call that the host did not make. */
export function alignAnswers({ answers, answered }: Seen, calls: readonly RawCall[]): SeenPart[][] {
  if (!answered) return answers;
  let at = 0;
  return calls.map(({ tool, input }) => {
    const made = answered[at];
    if (made?.tool !== tool || JSON.stringify(made.input) !== JSON.stringify(input)) return [];
    at += 1;
    return answers[at - 1] ?? [];
  });
}
