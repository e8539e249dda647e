import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { hostCalls } from "@/lib/playground/host-calls";

const noUsage: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};
const ends = (unified: "stop" | "tool-calls"): LanguageModelV4FinishReason => ({ unified, raw: undefined });

/** Activates one skill by its name, or none, whatever it is told, and then says a word. As a router it chooses the same. */
export class PlantedModel implements LanguageModelV4 {
  readonly specificationVersion = "v4" as const;
  readonly provider = "greenroom";
  readonly modelId = "planted";
  readonly supportedUrls = {};
  /** Whether the tool that it called was offered; null before it called any. */
  hadTool: boolean | null = null;

  constructor(private readonly choice: string | null) {}

  async doGenerate(options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    const content = [this.answer(options)];
    return { content, finishReason: finishOf(content), usage: noUsage, warnings: [] };
  }

  async doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    const said = this.answer(options);
    const parts: LanguageModelV4StreamPart[] = [
      { type: "stream-start", warnings: [] },
      ...partsOf(said),
      { type: "finish", finishReason: finishOf([said]), usage: noUsage },
    ];
    return {
      stream: new ReadableStream({
        start(controller) {
          for (const part of parts) controller.enqueue(part);
          controller.close();
        },
      }),
    };
  }

  private answer(options: LanguageModelV4CallOptions): Said {
    if (options.responseFormat?.type === "json") {
      const chosen = this.choice === null ? [] : [this.choice];
      return {
        type: "text",
        text: JSON.stringify({ selected_skill_names: chosen, reasoning: "As planted." }),
      };
    }
    const wasAnswered = options.prompt.some(({ role }) => role === "tool");
    if (this.choice === null || wasAnswered) return { type: "text", text: "Done." };
    const tools = options.tools ?? [];
    const activate = { toolName: "activate_skill", input: { name: this.choice } };
    const { toolName, input } = hostCalls(tools).toHost(activate);
    this.hadTool = tools.some(({ name }) => name === toolName);
    return { type: "tool-call", toolCallId: "call-1", toolName, input: JSON.stringify(input) };
  }
}

type Said = Extract<LanguageModelV4Content, { type: "text" | "tool-call" }>;

const finishOf = ([said]: readonly LanguageModelV4Content[]) =>
  ends(said?.type === "tool-call" ? "tool-calls" : "stop");

function partsOf(said: Said): LanguageModelV4StreamPart[] {
  if (said.type === "tool-call") return [said];
  return [
    { type: "text-start", id: "text" },
    { type: "text-delta", id: "text", delta: said.text },
    { type: "text-end", id: "text" },
  ];
}
