import { answerEvents, type WireAnswer } from "./answer-events";
import type { HostProtocol } from "./host-traffic";
import { type Json, toList, toRecord, toText } from "./json-values";

/**
 * All that a model wrote in one answer, to be weighed: its thoughts too, and what it had not finished. Empty where
 * nothing of it can be read.
 */
export function readWrittenText(protocol: HostProtocol, answer: WireAnswer): string {
  const { events } = answerEvents(answer);
  const written = events.flatMap((event) => writers[protocol](event)).join("");
  return written === "" ? events.flatMap(({ item }) => itemTexts(toRecord(item))).join("") : written;
}

/** The texts of one event of a stream, or of an answer at once. */
type Written = (event: Json) => string[];

const asText = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined ? "" : (JSON.stringify(value) ?? "");

const blockTexts = ({ text, thinking, input }: Json): string[] => [
  toText(text),
  toText(thinking),
  ...(Object.keys(toRecord(input)).length > 0 ? [asText(input)] : []),
];

const writers: Record<HostProtocol, Written> = {
  messages({ delta, content, content_block }) {
    const { text, thinking, partial_json } = toRecord(delta);
    return [
      ...[text, thinking, partial_json].map(toText),
      ...toList(content).flatMap(blockTexts),
      ...blockTexts(toRecord(content_block)),
    ];
  },
  // Each item comes in deltas; that it is done repeats it, as the last event repeats all.
  responses: ({ type, delta, output }) =>
    type === undefined || type === "response" ? toList(output).flatMap(itemTexts) : [toText(delta)],
  "chat-completions": ({ choices }) =>
    toList(choices).flatMap(({ delta, message }) => {
      const said = { ...toRecord(delta), ...toRecord(message) };
      const { content, refusal, reasoning, reasoning_content, tool_calls } = said;
      return [
        asText(content ?? ""),
        toText(refusal),
        toText(reasoning),
        toText(reasoning_content),
        ...toList(tool_calls).map(({ function: called }) => asText(toRecord(called).arguments)),
      ];
    }),
  "generate-content": ({ candidates }) =>
    toList(candidates)
      .flatMap(({ content }) => toList(toRecord(content).parts))
      .flatMap(({ text, functionCall }) => [toText(text), asText(toRecord(functionCall).args)]),
};

const itemTexts = ({ content, summary, arguments: given, input }: Json): string[] => [
  ...[...toList(content), ...toList(summary)].map(({ text, refusal }) => toText(text) + toText(refusal)),
  toText(given),
  toText(input),
];
