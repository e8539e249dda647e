import type { WireProtocol } from "./gateway-options";
import type { HostMove } from "./rehearse-host";

/** What Rehearsal says, with what each protocol wants to know of it besides. */
export type WrittenAnswer = HostMove & {
  model: string;
  /** Of this answer, unique in its conversation and the same at every repetition. */
  id: string;
  tokens: { input: number; output: number };
  /** Whether a stream tells at its end what it took, where the protocol leaves that to the host. */
  tellsUsage: boolean;
};

export type AnswerWriter = {
  /** The answer at once. */
  whole: (answer: WrittenAnswer) => object;
  /** The same as pieces of a stream. */
  stream: (answer: WrittenAnswer) => string[];
};

/** Words with the blanks around them, as they are streamed. */
export const piecesOf = (text: string): string[] => text.match(/\s*\S+\s*/g) ?? [];

const callId = ({ id }: WrittenAnswer, at: number): string => `call_${id}_${at + 1}`;

const named = (type: string, data: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
const unnamed = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;

/** https://docs.anthropic.com/en/api/messages-streaming */
export const messagesWriter: AnswerWriter = {
  whole(answer) {
    const { text, calls, model, id, tokens } = answer;
    return {
      id: `msg_${id}`,
      type: "message",
      role: "assistant",
      model,
      content: [
        ...(text === "" ? [] : [{ type: "text", text }]),
        ...calls.map(({ tool, input }, at) => ({
          type: "tool_use",
          id: callId(answer, at),
          name: tool,
          input,
        })),
      ],
      stop_reason: calls.length > 0 ? "tool_use" : "end_turn",
      stop_sequence: null,
      usage: { input_tokens: tokens.input, output_tokens: tokens.output },
    };
  },
  stream(answer) {
    const { text, calls, model, id, tokens } = answer;
    const usage = { input_tokens: tokens.input, output_tokens: 1 };
    const message = { id: `msg_${id}`, type: "message", role: "assistant", model, content: [], usage };
    const first = text === "" ? 0 : 1;
    const block = (index: number, content_block: object, deltas: object[]) => [
      named("content_block_start", { index, content_block }),
      ...deltas.map((delta) => named("content_block_delta", { index, delta })),
      named("content_block_stop", { index }),
    ];
    const words = piecesOf(text).map((piece) => ({ type: "text_delta", text: piece }));
    return [
      named("message_start", { message: { ...message, stop_reason: null, stop_sequence: null } }),
      ...(text === "" ? [] : block(0, { type: "text", text: "" }, words)),
      ...calls.flatMap(({ tool, input }, at) =>
        block(first + at, { type: "tool_use", id: callId(answer, at), name: tool, input: {} }, [
          { type: "input_json_delta", partial_json: JSON.stringify(input) },
        ]),
      ),
      named("message_delta", {
        delta: { stop_reason: calls.length > 0 ? "tool_use" : "end_turn", stop_sequence: null },
        usage: { output_tokens: tokens.output },
      }),
      named("message_stop", {}),
    ];
  },
};

const chatCalls = (answer: WrittenAnswer) =>
  answer.calls.map(({ tool, input }, at) => ({
    id: callId(answer, at),
    type: "function",
    function: { name: tool, arguments: JSON.stringify(input) },
  }));

/** https://platform.openai.com/docs/api-reference/chat-streaming */
export const chatWriter: AnswerWriter = {
  whole(answer) {
    const { text, calls, model, id, tokens } = answer;
    const tool_calls = calls.length > 0 ? { tool_calls: chatCalls(answer) } : {};
    return {
      id: `chatcmpl-${id}`,
      object: "chat.completion",
      created: 0,
      model,
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: text === "" ? null : text, ...tool_calls },
          finish_reason: calls.length > 0 ? "tool_calls" : "stop",
        },
      ],
      usage: chatUsage(tokens),
    };
  },
  stream(answer) {
    const { text, calls, model, id, tokens, tellsUsage } = answer;
    const chunk = { id: `chatcmpl-${id}`, object: "chat.completion.chunk", created: 0, model };
    const piece = (delta: object, finish_reason: string | null = null) =>
      unnamed({ ...chunk, choices: [{ index: 0, delta, finish_reason }] });
    return [
      piece({ role: "assistant", content: "" }),
      ...piecesOf(text).map((content) => piece({ content })),
      ...chatCalls(answer).map((call, index) => piece({ tool_calls: [{ index, ...call }] })),
      piece({}, calls.length > 0 ? "tool_calls" : "stop"),
      ...(tellsUsage ? [unnamed({ ...chunk, choices: [], usage: chatUsage(tokens) })] : []),
      "data: [DONE]\n\n",
    ];
  },
};

const chatUsage = ({ input, output }: WrittenAnswer["tokens"]) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
});

/** https://ai.google.dev/api/generate-content */
export const contentWriter: AnswerWriter = {
  whole: (answer) => candidate(answer, partsOf(answer, [answer.text]), true),
  stream(answer) {
    const pieces = [
      ...piecesOf(answer.text).map((text) => [{ text }]),
      ...callParts(answer).map((part) => [part]),
    ];
    if (pieces.length === 0) pieces.push([{ text: "" }]);
    return pieces.map((parts, at) => JSON.stringify(candidate(answer, parts, at === pieces.length - 1)));
  },
};

const callParts = ({ calls }: WrittenAnswer) =>
  calls.map(({ tool, input }) => ({ functionCall: { name: tool, args: input } }));

const partsOf = (answer: WrittenAnswer, texts: readonly string[]) => [
  ...texts.filter((text) => text !== "").map((text) => ({ text })),
  ...callParts(answer),
];

function candidate({ model, id, tokens }: WrittenAnswer, parts: readonly object[], isLast: boolean): object {
  return {
    candidates: [
      { content: { role: "model", parts }, index: 0, ...(isLast ? { finishReason: "STOP" } : {}) },
    ],
    usageMetadata: {
      promptTokenCount: tokens.input,
      candidatesTokenCount: tokens.output,
      totalTokenCount: tokens.input + tokens.output,
    },
    modelVersion: model,
    responseId: id,
  };
}

export type WriterOf = Record<WireProtocol, AnswerWriter>;
