import "server-only";
import type { HostModel } from "@/lib/models/open-model-for-host";
import { providerNames } from "@/lib/models/provider-options";
import type { AskedOfModel } from "./answer-host";
import { askProvider } from "./ask-provider";
import { type BegunExchange, exchangeOf } from "./exchange-of";
import type { WireProtocol } from "./gateway-options";
import { nameModel } from "./name-model";
import { passAnswer } from "./pass-answer";
import type { SeenExchange } from "./ports";
import { understoodBy } from "./protocols-of";
import { readWireBody } from "./read-wire-body";
import { reserveSpending } from "./reserve-spending";
import { WireError } from "./wire-error";
import { headersToHost } from "./wire-headers";

const protocolNames = {
  messages: "Anthropic Messages",
  responses: "OpenAI Responses",
  "chat-completions": "OpenAI Chat Completions",
  "generate-content": "Gemini generateContent",
} as const satisfies Record<WireProtocol, string>;

/**
 * Passes one request to the key's model and its answer back, byte by byte. Besides the credential only the model's name
 * differs: the connection says which model it is, whatever the host asks for.
 */
export async function passRequest(hostModel: HostModel, asked: AskedOfModel): Promise<Response> {
  const { request, endpoint, release } = asked;
  requireLanguage(hostModel, endpoint.protocol);
  const received = await readWireBody(request);
  const named = nameModelOf(hostModel, endpoint, received);
  const exchange = exchangeOf(asked, {
    body: received,
    modelAsked: named.asked ?? "",
    modelId: hostModel.modelId,
  });
  const isTurn = endpoint.kind === "turn";
  const free = isTurn ? await reserveSpending(hostModel, exchange) : () => {};
  const keep = (seen: SeenExchange) => void (isTurn && asked.keep(seen).finally(free));
  const sent = await askProvider(hostModel, { request, path: endpoint.path, body: named.body }).catch(
    (error: unknown) => {
      keep({ ...exchange, ...unanswered(asked, error) });
      throw error;
    },
  );
  const { response } = sent;
  const contentType = response.headers.get("content-type") ?? "";
  const body = passAnswer(response.body, {
    arrivedAt: asked.arrivedAt,
    timeoutMs: hostModel.timeoutMs,
    signal: request.signal,
    onEnd({ bytes, isWhole, ...passed }) {
      sent.letGo();
      release();
      const answer = { contentType, bytes, isWhole };
      const durationMs = performance.now() - asked.arrivedAt;
      keep({ ...exchange, ...passed, answer, durationMs, status: response.status });
    },
  });
  return new Response(body, { status: response.status, headers: headersToHost(response.headers) });
}

/** Gemini's address names the model; a body that names one too says the same. */
const nameModelOf = (
  { modelId }: HostModel,
  endpoint: AskedOfModel["endpoint"],
  body: Uint8Array<ArrayBuffer>,
): ReturnType<typeof nameModel> =>
  endpoint.model === null
    ? nameModel(body, modelId)
    : { ...nameModel(body, `models/${modelId}`, { isRequired: false }), asked: endpoint.model };

function requireLanguage({ name, provider }: HostModel, protocol: WireProtocol): void {
  const understood = understoodBy(provider);
  if (understood.includes(protocol)) return;
  const languages = understood.map((each) => protocolNames[each]).join(" and ");
  throw new WireError(
    "invalid",
    `This key is for ${name}, a model of ${providerNames[provider]} that is asked in ${languages}. This host asks in ` +
      `${protocolNames[protocol]}, and nothing is translated. Make a key for another model, or for Rehearsal.`,
  );
}

/** How an exchange ended that nobody answered. */
function unanswered(
  { arrivedAt, request }: AskedOfModel,
  error: unknown,
): Omit<SeenExchange, keyof BegunExchange> {
  const isLate = error instanceof WireError && error.kind === "late";
  return {
    status: null,
    answer: { contentType: "", bytes: new Uint8Array(), isWhole: true },
    answerBytes: 0,
    ending: request.signal.aborted ? "left" : isLate ? "late" : "cut",
    firstByteMs: null,
    durationMs: performance.now() - arrivedAt,
  };
}
