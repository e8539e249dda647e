import { formatCount } from "@/lib/kernel/format-count";
import { jsonOrNull } from "@/lib/kernel/read-json";
import "server-only";
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { ConnectedModel } from "./connected-model";
import { ExchangeRecorder } from "./exchange-recorder";
import { ModelError } from "./model-error";
import { type Endpoint, openProvider } from "./open-provider";
import { providerFetch } from "./provider-fetch";
import type { TestReport } from "./schema";

const timeoutMs = 45_000;
/** Of a whole test: a model may keep sending a little for ever. */
const longestTestMs = 60_000;
const toolName = "report_word";
const tools = [
  {
    type: "function" as const,
    name: toolName,
    description: "Reports a word.",
    inputSchema: {
      type: "object" as const,
      properties: { word: { type: "string" as const, description: "The word to report." } },
      required: ["word"],
      additionalProperties: false,
    },
  },
];
const question = `This is a test of the connection. Say "ready", then call the tool ${toolName} with the word "ready".`;

type Seen = {
  text: string;
  pieces: number;
  called: boolean;
  wellFormed: boolean;
  input: number | undefined;
  output: number | undefined;
  firstMs: number | null;
};
export type Findings = Omit<TestReport, "receipt">;

/**
 * Makes one real request with one tool, and says what came of it. Without tools once more when they were refused.
 * Ends after `limitMs`, whatever comes.
 */
export async function tryEndpoint(endpoint: Endpoint, limitMs = longestTestMs): Promise<Findings> {
  const startedAt = performance.now();
  const elapsed = () => Math.round(performance.now() - startedAt);
  const limit = AbortSignal.timeout(limitMs);
  try {
    return { ...toFindings(await ask(endpoint, limit, true)), durationMs: elapsed() };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    if (error.code !== "TOOLS_UNSUPPORTED") return { ...refused(error), durationMs: elapsed() };
    const without = await askWithout(endpoint, limit);
    if (without instanceof ModelError) return { ...refused(without), durationMs: elapsed() };
    const findings = toFindings(without);
    return { ...findings, tools: { works: false, told: error.message }, durationMs: elapsed() };
  }
}

async function askWithout(endpoint: Endpoint, limit: AbortSignal): Promise<Seen | ModelError> {
  try {
    return await ask(endpoint, limit, false);
  } catch (error) {
    if (error instanceof ModelError) return error;
    throw error;
  }
}

async function ask(endpoint: Endpoint, limit: AbortSignal, withTools: boolean): Promise<Seen> {
  try {
    return await listen(endpoint, limit, withTools);
  } catch (error) {
    if (!limit.aborted) throw error;
    throw new ModelError("MODEL_TIMEOUT", "The model was still answering when the time for a test was up.", {
      cause: error,
    });
  }
}

async function listen(endpoint: Endpoint, limit: AbortSignal, withTools: boolean): Promise<Seen> {
  const recorder = new ExchangeRecorder(providerFetch(), endpoint.key);
  const model = new ConnectedModel(openProvider(endpoint, recorder.send), {
    timeoutMs,
    recorder,
    step: () => ({ step: 0, onRetry: async () => {} }),
    mostRetries: 0,
  });
  const startedAt = performance.now();
  const { stream } = await model.doStream({
    prompt: [{ role: "user", content: [{ type: "text", text: question }] }],
    maxOutputTokens: 1_024,
    abortSignal: limit,
    ...(withTools ? { tools, toolChoice: { type: "auto" } } : {}),
  });
  const seen: Seen = {
    text: "",
    pieces: 0,
    called: false,
    wellFormed: false,
    input: undefined,
    output: undefined,
    firstMs: null,
  };
  for await (const part of stream) note(seen, part, performance.now() - startedAt);
  return seen;
}

function note(seen: Seen, part: LanguageModelV4StreamPart, afterMs: number): void {
  if (part.type === "error") throw part.error;
  if (part.type === "text-delta" || part.type === "tool-input-delta" || part.type === "reasoning-delta") {
    seen.firstMs ??= Math.round(afterMs);
    seen.pieces += 1;
    if (part.type === "text-delta") seen.text += part.delta;
  }
  if (part.type === "tool-call" && part.toolName === toolName) {
    seen.called = true;
    seen.wellFormed = isObjectText(part.input);
  }
  if (part.type === "finish") {
    seen.input = part.usage.inputTokens.total;
    seen.output = part.usage.outputTokens.total;
  }
}

function isObjectText(text: string): boolean {
  const value = jsonOrNull(text);
  return typeof value === "object" && value !== null;
}

function toFindings({
  text,
  pieces,
  called,
  wellFormed,
  input,
  output,
  firstMs,
}: Seen): Omit<Findings, "durationMs"> {
  const answered = text !== "" || called || pieces > 0;
  const counted = input !== undefined && output !== undefined;
  return {
    usable: answered,
    text: { works: answered, told: answered ? "The model answered." : "The model answered with nothing." },
    streaming: {
      works: pieces > 0,
      told:
        pieces > 0
          ? `The answer came in ${formatCount(pieces, "piece")}, the first after ${firstMs} ms.`
          : "No piece of an answer came.",
    },
    tools: { works: called && wellFormed, told: toolWords(called, wellFormed) },
    tokens: {
      works: counted,
      told: counted
        ? `The provider counts tokens: ${input} in, ${output} out.`
        : "The provider reports no tokens; they are estimated.",
    },
    error: answered ? null : { code: "MALFORMED_ANSWER", message: "The model answered with nothing." },
  };
}

function toolWords(called: boolean, wellFormed: boolean): string {
  if (!called) return "The model did not call the tool it was asked to call. It may not activate skills.";
  return wellFormed
    ? "The model called the tool as asked."
    : "The model called the tool with arguments that are no JSON object.";
}

function refused({ code, message }: ModelError): Omit<Findings, "durationMs"> {
  const untried = { works: false, told: "Not tried." };
  return {
    usable: false,
    text: { works: false, told: message },
    streaming: untried,
    tools: untried,
    tokens: untried,
    error: { code, message },
  };
}
