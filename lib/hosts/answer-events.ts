import { type Json, parseJson, toRecord } from "./json-values";

/** An answer as it went over the wire. */
export type WireAnswer = { contentType: string; text: string };

/** The data of a stream's events, in order; of an answer that came at once the one value that it is. */
export function answerEvents({ contentType, text }: WireAnswer): { events: Json[]; isStream: boolean } {
  const isStream = contentType.includes("event-stream") || /^(?:event|data):/.test(text);
  return { events: isStream ? eventsOf(text) : [toRecord(parseJson(text))], isStream };
}

const eventsOf = (text: string): Json[] =>
  text.split(/\r?\n\r?\n/).flatMap((block) => {
    const data = block
      .split(/\r?\n/)
      .flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trimStart()] : []))
      .join("\n");
    return data === "" || data === "[DONE]" ? [] : [toRecord(parseJson(data))];
  });
