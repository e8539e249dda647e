import "server-only";
import type { HostAnswer } from "@/lib/hosts/host-traffic";
import { readHostAnswer } from "@/lib/hosts/read-host-answer";
import { readWrittenText } from "@/lib/hosts/read-written-text";
import { sampleTokens } from "@/lib/tokens/count-tokens";
import { digestAnswer } from "./answer-digest";
import { estimateTokens } from "./estimate-tokens";
import { isAnswered } from "./is-answered";
import type { SeenExchange } from "./ports";
import { privateDigest } from "./private-digest";

export type Tokens = NonNullable<HostAnswer["tokens"]>;

/** What an exchange took, and what of its answer is known without its words. */
export type Spent = {
  /** Null when no model was asked, or it refused. */
  tokens: Tokens | null;
  isEstimate: boolean;
  /** Whether the model answered, and whether that can be read to its end. */
  isAnswered: boolean;
  isUnderstood: boolean;
  /** Of what was said and called; null where that is not known whole. */
  answerDigest: string | null;
};

export function readSpent(seen: SeenExchange): Spent {
  if (!isAnswered(seen.status)) return spentBySize(seen);
  const answer = readHostAnswer(seen.protocol, textOf(seen));
  const isWhole = answer.isWhole && seen.answer.isWhole;
  return {
    ...tokensOf(seen, answer.tokens, isWhole),
    isAnswered: true,
    isUnderstood: answer.isWhole,
    answerDigest: isWhole && seen.ending === "whole" ? digestAnswer(answer.parts, privateDigest) : null,
  };
}

/** The same where nothing of the answer is looked at, or there is none. */
export function spentBySize(seen: SeenExchange): Spent {
  const wasAnswered = isAnswered(seen.status);
  // Whoever goes before an answer begins may have been counted for what was asked.
  const isSpent = wasAnswered || (seen.status === null && seen.ending !== "cut");
  return {
    tokens: isSpent ? estimateBySize(seen) : null,
    isEstimate: isSpent,
    isAnswered: wasAnswered,
    isUnderstood: false,
    answerDigest: null,
  };
}

const estimateBySize = ({ requestBytes, answerBytes }: SeenExchange): Tokens => ({
  input: estimateTokens(requestBytes),
  output: estimateTokens(answerBytes),
  cached: null,
});

const textOf = ({ answer: { contentType, bytes } }: SeenExchange) => ({
  contentType,
  text: new TextDecoder().decode(bytes),
});

/**
 * As the provider counted a whole answer. Of one that was cut it had counted little or nothing: there the larger of
 * its count and an estimate holds, so that no limit can be passed by.
 */
function tokensOf(
  seen: SeenExchange,
  counted: Tokens | null,
  isWhole: boolean,
): Pick<Spent, "tokens" | "isEstimate"> {
  if (counted && isWhole) return { tokens: counted, isEstimate: false };
  const output = estimateOutput(seen);
  if (!counted) return { tokens: { ...estimateBySize(seen), output }, isEstimate: true };
  return {
    tokens: { ...counted, output: Math.max(counted.output, output) },
    isEstimate: output > counted.output,
  };
}

/** By what was written, its part that was not kept taken to be like the rest; by its size where nothing can be read. */
function estimateOutput(seen: SeenExchange): number {
  const written = readWrittenText(seen.protocol, textOf(seen));
  if (written === "") return estimateTokens(seen.answerBytes);
  const share = seen.answerBytes / Math.max(1, seen.answer.bytes.byteLength);
  return Math.ceil(sampleTokens(written) * Math.max(1, share));
}
