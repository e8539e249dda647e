import "server-only";
import type { HostRequest } from "@/lib/hosts/host-traffic";
import { readHostRequest } from "@/lib/hosts/read-host-request";
import { parseWireBody } from "./parse-wire-body";
import type { SeenExchange } from "./ports";
import type { Spent } from "./read-spent";

export type WeighedExchange = {
  body: unknown;
  request: HostRequest | null;
  answerText: string;
  /** Why not all of it is known; null when all is. */
  note: string | null;
};

/** Takes apart what went by, as far as it can be read. */
export async function weighExchange(seen: SeenExchange, spent: Spent): Promise<WeighedExchange> {
  const { body, lacking } = await parseWireBody(seen.request);
  const request =
    body === null
      ? null
      : readHostRequest(seen.protocol, body, { model: seen.modelAsked, userAgent: seen.userAgent });
  return {
    body,
    request,
    answerText: new TextDecoder().decode(seen.answer.bytes),
    note:
      (lacking === null ? null : `Its request ${lacking}`) ??
      (request ? noteOfAnswer(seen, spent) : "Its request is not understood: it passed untouched."),
  };
}

function noteOfAnswer({ answer, ending }: SeenExchange, { isAnswered, isUnderstood }: Spent): string | null {
  if (ending === "left") return "The host went before the answer had ended.";
  if (ending === "late") return "The model fell silent, and was not waited for any longer.";
  if (ending === "cut") return "The answer broke off on the model's side.";
  if (!answer.isWhole) return "Its answer is too long to be kept.";
  return isAnswered && !isUnderstood
    ? "Its answer is not understood, or has no end: it passed untouched."
    : null;
}
