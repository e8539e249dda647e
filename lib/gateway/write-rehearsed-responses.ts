import { type AnswerWriter, piecesOf, type WrittenAnswer } from "./write-rehearsed-answer";

type Item = Record<string, unknown> & { id: string };

const completed = { status: "completed" } as const;

function itemsOf({ text, calls, id }: WrittenAnswer): Item[] {
  const content = [{ type: "output_text", text, annotations: [] }];
  return [
    ...(text === "" ? [] : [{ id: `msg_${id}`, type: "message", role: "assistant", ...completed, content }]),
    ...calls.map(({ tool, input }, at) => ({
      id: `fc_${id}_${at + 1}`,
      type: "function_call",
      call_id: `call_${id}_${at + 1}`,
      name: tool,
      arguments: JSON.stringify(input),
      ...completed,
    })),
  ];
}

const responseOf = ({ id, model }: WrittenAnswer) => ({
  id: `resp_${id}`,
  object: "response",
  created_at: 0,
  model,
  error: null,
  incomplete_details: null,
  parallel_tool_calls: true,
  tool_choice: "auto",
  tools: [],
});

const finished = (answer: WrittenAnswer) => ({
  ...responseOf(answer),
  ...completed,
  output: itemsOf(answer),
  usage: {
    input_tokens: answer.tokens.input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: answer.tokens.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: answer.tokens.input + answer.tokens.output,
  },
});

/** https://platform.openai.com/docs/api-reference/responses-streaming */
export const responsesWriter: AnswerWriter = {
  whole: finished,
  stream(answer) {
    let sequence_number = 0;
    const event = (type: string, data: object): string => {
      const text = `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number, ...data })}\n\n`;
      sequence_number += 1;
      return text;
    };
    const begun = { ...responseOf(answer), status: "in_progress", output: [] };
    return [
      event("response.created", { response: begun }),
      event("response.in_progress", { response: begun }),
      ...itemsOf(answer).flatMap((item, output_index) =>
        item.type === "message"
          ? textEvents(event, answer.text, item, output_index)
          : callEvents(event, item, output_index),
      ),
      event("response.completed", { response: finished(answer) }),
    ];
  },
};

type Event = (type: string, data: object) => string;

function textEvents(event: Event, text: string, item: Item, output_index: number): string[] {
  const place = { item_id: item.id, output_index, content_index: 0 };
  const part = { type: "output_text", text, annotations: [] };
  return [
    event("response.output_item.added", {
      output_index,
      item: { ...item, status: "in_progress", content: [] },
    }),
    event("response.content_part.added", { ...place, part: { ...part, text: "" } }),
    ...piecesOf(text).map((delta) => event("response.output_text.delta", { ...place, delta })),
    event("response.output_text.done", { ...place, text }),
    event("response.content_part.done", { ...place, part }),
    event("response.output_item.done", { output_index, item }),
  ];
}

function callEvents(event: Event, item: Item, output_index: number): string[] {
  const place = { item_id: item.id, output_index };
  return [
    event("response.output_item.added", {
      output_index,
      item: { ...item, status: "in_progress", arguments: "" },
    }),
    event("response.function_call_arguments.delta", { ...place, delta: item.arguments }),
    event("response.function_call_arguments.done", { ...place, arguments: item.arguments }),
    event("response.output_item.done", { output_index, item }),
  ];
}
