import type { SeenExchange } from "@/lib/gateway/ports";
import { messageEvents } from "../servers/wire-server";

type Given = Partial<Omit<SeenExchange, "answer">>;

/** One exchange as the wire saw it: a greeting of the Messages API, answered whole, unless it is said otherwise. */
export function aSeenExchange(given: Given = {}, answer: Partial<SeenExchange["answer"]> = {}): SeenExchange {
  const { request = aRequestOf("Hello") } = given;
  const { bytes = Buffer.from(messageEvents(["Good ", "day"]).join("")) } = answer;
  return {
    id: crypto.randomUUID(),
    at: new Date(),
    protocol: "messages",
    modelAsked: "m",
    modelId: "large",
    request,
    requestBytes: request.byteLength,
    userAgent: "",
    sessionName: null,
    status: 200,
    ending: "whole",
    answerBytes: bytes.byteLength,
    firstByteMs: 1,
    durationMs: 2,
    answer: { contentType: "text/event-stream", isWhole: true, ...answer, bytes },
    ...given,
  };
}

/** A body of the Messages API: the person's words and the model's in turns. */
export const aRequestOf = (...texts: readonly string[]): Uint8Array =>
  Buffer.from(
    JSON.stringify({
      model: "m",
      system: "You are a host.",
      tools: [{ name: "Skill" }],
      messages: texts.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content })),
    }),
  );
