import {
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from "@ai-sdk/provider";
import { z } from "zod";
import { redactText } from "@/lib/findings/redact-text";
import { onOneLine } from "@/lib/kernel/on-one-line";
import { jsonOrNull } from "@/lib/kernel/read-json";
import { GuardError } from "@/lib/platform/guarded-fetch";
import { ModelError, type ModelErrorCode } from "./model-error";

/** Where the request was when it failed: nothing of the answer had come, or some had. */
export type Phase = "asked" | "answering";

const longestQuote = 300;

/** Says in words what a provider, its SDK or the network failed with. An abort is given back as it came. */
export function toModelError(error: unknown, phase: Phase): unknown {
  if (error instanceof ModelError || isAbort(error)) return error;
  if (error instanceof GuardError) return ofGuard(error);
  if (APICallError.isInstance(error)) return ofApiCall(error, phase);
  if (isMalformed(error))
    return new ModelError("MALFORMED_ANSWER", "The provider sent something that cannot be read.", {
      cause: error,
    });
  if (isTimeout(error)) return timedOut(error);
  const told = toldOf(error);
  if (told) return new ModelError(codeOf(null, told) ?? "MODEL_REFUSED", quote(told), { cause: error });
  return phase === "answering"
    ? new ModelError("STREAM_CUT", "The connection to the provider broke in the middle of the answer.", {
        cause: error,
      })
    : unreachable(error);
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";

const isTimeout = (error: unknown): boolean => /TIMED?_?OUT/.test(networkCode(error));

const isMalformed = (error: unknown): boolean =>
  JSONParseError.isInstance(error) ||
  TypeValidationError.isInstance(error) ||
  InvalidResponseDataError.isInstance(error) ||
  EmptyResponseBodyError.isInstance(error);

function ofGuard(error: GuardError): ModelError {
  const code = error.reason === "too-large" ? "MALFORMED_ANSWER" : "MODEL_UNREACHABLE";
  return new ModelError(code, error.message, { cause: error });
}

const timedOut = (cause: unknown): ModelError =>
  new ModelError("MODEL_TIMEOUT", "The provider did not answer in time.", { cause });

const unreachable = (cause: unknown): ModelError =>
  new ModelError(
    "MODEL_UNREACHABLE",
    "The provider does not answer. Is it running, and is the base URL right?",
    {
      cause,
    },
  );

const words = {
  RATE_LIMITED: "The provider takes no more requests for now.",
  MODEL_OVERLOADED: "The provider is overloaded.",
  WRONG_KEY: "The provider does not accept the key. An admin can change it in Settings, Models.",
  NO_SUCH_MODEL: "The provider has no model of this name.",
  CONTEXT_TOO_LONG:
    "The conversation is longer than the model's window. Start a new one, or fork from an earlier turn.",
  TOOLS_UNSUPPORTED:
    "This model cannot call tools, and skills are given through tools. Choose another model.",
} as const satisfies Partial<Record<ModelErrorCode, string>>;

function ofApiCall(error: APICallError, phase: Phase): ModelError {
  const { statusCode, responseBody = "" } = error;
  const cause = { cause: error };
  if (statusCode === undefined) {
    if (error.cause instanceof GuardError) return ofGuard(error.cause);
    return isTimeout(error) ? timedOut(error) : unreachable(error);
  }
  const told = toldOf(jsonOrNull(responseBody)) ?? responseBody.slice(0, longestQuote);
  if (statusCode === 404 && !/model|tool/i.test(responseBody)) return nothingThere(error);
  const code = codeOf(statusCode, `${told} ${responseBody}`);
  if (code === "RATE_LIMITED" || code === "MODEL_OVERLOADED")
    return rateLimited(code, told, { ...cause, retryAfterMs: retryAfterMs(error.responseHeaders ?? {}) });
  if (code) return new ModelError(code, [words[code], quote(told)].filter(Boolean).join(" "), cause);
  if (statusCode < 300)
    return new ModelError(
      phase === "answering" ? "STREAM_CUT" : "MALFORMED_ANSWER",
      "The provider sent something that cannot be read. Is this the base URL of its API?",
      cause,
    );
  return new ModelError(
    "MODEL_REFUSED",
    `The provider answered with status ${statusCode}. ${quote(told)}`.trim(),
    cause,
  );
}

/** A 404 that speaks of no model is about the address, which then lacks its `/v1` as a rule. */
function nothingThere(error: APICallError): ModelError {
  const path = URL.canParse(error.url) ? new URL(error.url).pathname : "";
  return new ModelError(
    "MODEL_UNREACHABLE",
    `There is nothing at ${path || "this address"} (404). Is the base URL right? It usually ends with /v1.`,
    { cause: error },
  );
}

function rateLimited(
  code: "RATE_LIMITED" | "MODEL_OVERLOADED",
  told: string,
  options: { cause: unknown; retryAfterMs: number | null },
): ModelError {
  const { retryAfterMs: waitMs } = options;
  const when = waitMs === null ? "" : `It asks to wait ${Math.ceil(waitMs / 1000)} s.`;
  return new ModelError(code, [words[code], when, quote(told)].filter(Boolean).join(" "), options);
}

type Worded = keyof typeof words;

/** Providers agree on few status codes and on no wording; what each really sends is in the tests. */
function codeOf(status: number | null, told: string): Worded | null {
  if (
    /does(?:n't| not) support (?:function|tool)|tools? (?:is|are) not supported|tool (?:use|calling).{0,30}not supported|no endpoints found that support tool/i.test(
      told,
    )
  )
    return "TOOLS_UNSUPPORTED";
  if (
    /context.?length|context window|maximum context|prompt is too long|too many (?:input )?tokens|input token count.{0,40}exceeds|request_too_large/i.test(
      told,
    ) ||
    status === 413
  )
    return "CONTEXT_TOO_LONG";
  if (status === 529 || status === 503 || /overloaded/i.test(told)) return "MODEL_OVERLOADED";
  if (status === 429 || /rate.?limit/i.test(told)) return "RATE_LIMITED";
  if (
    status === 401 ||
    status === 403 ||
    /(?:invalid|incorrect|missing).{0,20}api.?key|api key not valid|authentication_error/i.test(told)
  )
    return "WRONG_KEY";
  return status === 404 || /model.{0,60}(?:not found|does not exist)|not_found_error/i.test(told)
    ? "NO_SUCH_MODEL"
    : null;
}

/** retry-after-ms, and Retry-After in seconds or as a date (RFC 9110, 10.2.3). Milliseconds; null when not said. */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now = Date.now()): number | null {
  const exact = Number(headers["retry-after-ms"] ?? Number.NaN);
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const asked = headers["retry-after"];
  if (asked === undefined) return null;
  const seconds = Number(asked);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(asked) - now;
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : null;
}

const messageSchema = z.looseObject({ message: z.string(), type: z.string().optional() });
const wrappedSchema = z.looseObject({ error: z.union([z.string(), messageSchema]) });

/** The provider's own words in an error body or an error event. */
function toldOf(body: unknown): string | null {
  if (typeof body === "string" && body !== "") return body;
  const wrapped = wrappedSchema.safeParse(body);
  const inner = wrapped.success ? wrapped.data.error : body;
  if (typeof inner === "string") return inner;
  if (inner instanceof Error) return null;
  const told = messageSchema.safeParse(inner);
  return told.success ? [told.data.type, told.data.message].filter(Boolean).join(": ") : null;
}

/** Without line breaks, markup's meaning or secrets, and not longer than a few lines. */
function quote(told: string): string {
  const plain = redactText(onOneLine(told));
  if (plain === "") return "";
  return `It says: “${plain.length > longestQuote ? `${plain.slice(0, longestQuote)}…` : plain}”`;
}

/** The code that undici or Node put somewhere below. */
function networkCode(error: unknown): string {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  }
  return "";
}
