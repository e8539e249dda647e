import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { HostRequest } from "@/lib/hosts/host-traffic";
import { toRecord } from "@/lib/hosts/json-values";
import { readHostRequest } from "@/lib/hosts/read-host-request";
import { wordDelayMs } from "@/lib/playground/adapters/rehearsal-model";
import { sampleTokens } from "@/lib/tokens/count-tokens";
import type { AskedOfModel } from "./answer-host";
import { estimateTokens } from "./estimate-tokens";
import { exampleOf, wantedForm } from "./example-of";
import { exchangeOf } from "./exchange-of";
import { parseWireBody } from "./parse-wire-body";
import { passAnswer } from "./pass-answer";
import { readWireBody } from "./read-wire-body";
import { type HostMove, rehearseHost } from "./rehearse-host";
import { WireError } from "./wire-error";
import { headersToHost } from "./wire-headers";
import {
  chatWriter,
  contentWriter,
  messagesWriter,
  type WriterOf,
  type WrittenAnswer,
} from "./write-rehearsed-answer";
import { responsesWriter } from "./write-rehearsed-responses";

const writers: WriterOf = {
  messages: messagesWriter,
  responses: responsesWriter,
  "chat-completions": chatWriter,
  "generate-content": contentWriter,
};

const modelId = "rehearsal";
/** Rules do not fall silent; this only ends what nobody reads. */
const longestPauseMs = 60_000;

/** Answers one request by the built-in model's rules, in the host's own protocol and with its own tools. */
export async function rehearseRequest(asked: AskedOfModel): Promise<Response> {
  const { request, endpoint, arrivedAt, release } = asked;
  const received = await readWireBody(request);
  const input = estimateTokens(received.byteLength);
  if (endpoint.kind === "count") {
    release();
    return Response.json({ input_tokens: input, totalTokens: input });
  }
  const { body, lacking } = await parseWireBody(received);
  if (lacking !== null) throw new WireError("invalid", `Rehearsal answers nobody: the request ${lacking}`);
  const userAgent = request.headers.get("user-agent") ?? "";
  const model = endpoint.model ?? "";
  const read = readHostRequest(endpoint.protocol, body, { model, userAgent });
  if (!read) throw new WireError("invalid", "Rehearsal answers nobody: the request holds no conversation.");
  const move = moveOf(read, body);
  const output = sampleTokens(`${move.text}${JSON.stringify(move.calls)}`);
  const answer: WrittenAnswer = {
    ...move,
    model: read.model || modelId,
    id: String(read.messages.length),
    tokens: { input, output },
    tellsUsage: toRecord(toRecord(body).stream_options).include_usage === true,
  };
  const { contentType, pieces } = framed(asked, body, answer);
  const stream = passAnswer(streamOf(pieces, request.signal), {
    arrivedAt,
    timeoutMs: longestPauseMs,
    signal: request.signal,
    onEnd({ bytes, isWhole, ...passed }) {
      release();
      const durationMs = performance.now() - arrivedAt;
      void asked.keep({
        ...exchangeOf(asked, { body: received, modelAsked: read.model, modelId }),
        ...passed,
        answer: { contentType, bytes, isWhole },
        durationMs,
        status: 200,
      });
    },
  });
  return new Response(stream, { headers: headersToHost(new Headers({ "content-type": contentType })) });
}

/** What wants an answer in a form of its own gets one of that form; everything else goes by the rules. */
function moveOf(request: HostRequest, body: unknown): HostMove {
  const form = wantedForm(body);
  if (form === null) return rehearseHost(request);
  const said = request.messages.flatMap(({ role, parts }) =>
    role === "user" ? parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])) : [],
  );
  return { text: JSON.stringify(exampleOf(form, said.at(-1)?.trim() ?? "")), calls: [] };
}

/** The answer in the frames of its protocol: server-sent events, a list of JSON that grows, or one JSON. */
function framed({ endpoint, request }: AskedOfModel, body: unknown, answer: WrittenAnswer) {
  const writer = writers[endpoint.protocol];
  const isStream =
    endpoint.protocol === "generate-content"
      ? endpoint.path.endsWith(":streamGenerateContent")
      : toRecord(body).stream === true;
  const json = "application/json";
  if (!isStream) return { contentType: json, pieces: [JSON.stringify(writer.whole(answer))] };
  const pieces = writer.stream(answer);
  if (endpoint.protocol !== "generate-content") return { contentType: "text/event-stream", pieces };
  return new URL(request.url).searchParams.get("alt") === "sse"
    ? { contentType: "text/event-stream", pieces: pieces.map((piece) => `data: ${piece}\r\n\r\n`) }
    : {
        contentType: json,
        pieces: pieces.map((piece, at) => `${at === 0 ? "[" : ",\r\n"}${piece}`).concat("]"),
      };
}

/** Slow enough to be read along; by the clock, so that a busy server is no slower. */
function streamOf(pieces: readonly string[], signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const startedAt = performance.now();
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      const piece = pieces[at];
      if (piece === undefined) return controller.close();
      const earlyMs = startedAt + at * wordDelayMs - performance.now();
      if (earlyMs > 0) await sleep(earlyMs, undefined, { signal }).catch(() => {});
      at += 1;
      controller.enqueue(encoder.encode(piece));
    },
  });
}
