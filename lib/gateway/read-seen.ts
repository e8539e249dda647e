import "server-only";
import type { HostAnswer, HostRequest } from "@/lib/hosts/host-traffic";
import { readHostAnswer } from "@/lib/hosts/read-host-answer";
import { readHostRequest } from "@/lib/hosts/read-host-request";
import { sampleTokens } from "@/lib/tokens/count-tokens";
import { parseWireBody } from "./parse-wire-body";
import type { SeenExchange } from "./ports";

/** Of a text without a count of its provider's, on average. */
const bytesPerToken = 4;

export type Tokens = NonNullable<HostAnswer["tokens"]>;

export type ReadSeen = {
  body: unknown;
  request: HostRequest | null;
  answerText: string;
  answer: HostAnswer | null;
  /** Null when no model was asked, or it refused. */
  tokens: Tokens | null;
  isEstimate: boolean;
  /** Why not all of it is known; null when all is. */
  note: string | null;
};

/** Takes apart what went by, as far as it can be read. */
export async function readSeen(seen: SeenExchange): Promise<ReadSeen> {
  const { body, lacking } = await parseWireBody(seen.request);
  const request =
    body === null
      ? null
      : readHostRequest(seen.protocol, body, { model: seen.modelAsked, userAgent: seen.userAgent });
  const answerText = new TextDecoder().decode(seen.answer.bytes);
  const isAnswered = seen.status !== null && seen.status < 300;
  // Whoever goes before an answer begins may have been counted for what was asked.
  const isSpent = isAnswered || (seen.status === null && seen.ending !== "cut");
  const answer = isAnswered
    ? readHostAnswer(seen.protocol, { contentType: seen.answer.contentType, text: answerText })
    : null;
  const counted = answer?.tokens ?? null;
  return {
    body,
    request,
    answerText,
    answer,
    tokens: isSpent ? (counted ?? estimate(seen, answer)) : null,
    isEstimate: isSpent && counted === null,
    note:
      (lacking === null ? null : `Its request ${lacking}`) ??
      (request ? noteOfAnswer(seen, answer) : "Its request is not understood: it passed untouched."),
  };
}

function noteOfAnswer({ answer, ending, status }: SeenExchange, read: HostAnswer | null): string | null {
  if (ending === "left") return "The host went before the answer had ended.";
  if (ending === "late") return "The model fell silent, and was not waited for any longer.";
  if (ending === "cut") return "The answer broke off on the model's side.";
  if (!answer.isWhole) return "Its answer is too long to be kept.";
  if (status !== null && status < 300 && read && !read.isWhole)
    return "Its answer is not understood, or has no end: it passed untouched.";
  return null;
}

/** What a provider did not count is taken from sizes, so that no limit can be passed by. */
function estimate({ requestBytes, answerBytes }: SeenExchange, answer: HostAnswer | null): Tokens {
  const said = answer?.parts.map((part) =>
    part.kind === "text" ? part.text : part.kind === "call" ? JSON.stringify(part.input) : "",
  );
  const output =
    said && said.length > 0 ? sampleTokens(said.join("\n")) : Math.ceil(answerBytes / bytesPerToken);
  return { input: Math.ceil(requestBytes / bytesPerToken), output, cached: null };
}
