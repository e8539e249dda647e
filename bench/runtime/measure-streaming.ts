import { streamText } from "ai";
import { countTokens } from "@/lib/library/count-tokens";
import { freeMeter } from "@/lib/models/free-meter";
import { openProvider } from "@/lib/models/open-provider";
import { sha256 } from "@/lib/platform/crypto";
import { executeRun } from "@/lib/playground/execute-run";
import { type ModelServer, startModelServer } from "@/lib/testing/model-server";
import { type Figure, median, under } from "./figures";
import type { Room } from "./furnish";
import { aStoredRun, sessionOf, setupOf } from "./open-session";

const chunks = 400;
const rounds = 15;

type Timing = { firstTokenMs: number; perChunkMs: number };

/** Greenroom's own share: a whole run against a bare call of the AI SDK, to the same server, in turns. */
export async function measureStreaming(room: Room): Promise<Figure[]> {
  const text = Array.from({ length: chunks }, (_, index) => `word${index} `);
  const server = await startModelServer("openai", [{ kind: "answer", text }]);
  try {
    const bare: Timing[] = [];
    const ours: Timing[] = [];
    for (let round = -3; round < rounds; round += 1) {
      const plain = await bareCall(server);
      const whole = await wholeRun(room, server);
      if (round < 0) continue;
      bare.push(plain);
      ours.push(whole);
    }
    const shareMs = median(ours.map((time, at) => time.firstTokenMs - (bare[at]?.firstTokenMs ?? 0)));
    const bareChunkMs = median(bare.map(({ perChunkMs }) => perChunkMs));
    const chunkMs = median(ours.map(({ perChunkMs }) => perChunkMs));
    return [
      under("own share of the time to the first token", shareMs, 15),
      {
        what: `cost of a streamed chunk (bare ${bareChunkMs.toFixed(3)} ms)`,
        value: `${Math.max(0, chunkMs - bareChunkMs).toFixed(3)} ms`,
        limit: "under 1 ms more than the bare call",
        holds: chunkMs - bareChunkMs < 1,
      },
    ];
  } finally {
    await server.close();
  }
}

const modelOf = (server: ModelServer) =>
  openProvider(
    { provider: "compatible", baseUrl: server.baseUrl, modelId: "scripted", key: null },
    globalThis.fetch,
  );

async function bareCall(server: ModelServer): Promise<Timing> {
  const startedAt = performance.now();
  let firstAt = 0;
  for await (const _ of streamText({ model: modelOf(server), prompt: "Help", maxRetries: 0 }).textStream)
    firstAt ||= performance.now();
  const endedAt = performance.now();
  return { firstTokenMs: firstAt - startedAt, perChunkMs: (endedAt - firstAt) / chunks };
}

/** From the skills of the agent to the last event, as a run goes after it was opened. */
async function wholeRun(room: Room, server: ModelServer): Promise<Timing> {
  const { log } = await aStoredRun(room);
  const startedAt = performance.now();
  const setup = await setupOf(room);
  let firstAt = 0;
  const watched = {
    place: log.place,
    events: () => log.events(),
    finish: log.finish.bind(log),
    appendActivation: log.appendActivation.bind(log),
    append: async (event: Parameters<typeof log.append>[0]) => {
      const added = await log.append(event);
      if (event.type === "text") firstAt ||= performance.now();
      return added;
    },
  };
  await executeRun({
    log: watched,
    session: sessionOf(setup, watched),
    message: "Help",
    runId: log.place.runId,
    model: modelOf(server),
    meter: freeMeter,
    maxOutputTokens: null,
    countedByProvider: true,
    countTokens,
    sha256,
    clock: () => performance.now(),
    signal: new AbortController().signal,
  });
  const endedAt = performance.now();
  return { firstTokenMs: firstAt - startedAt, perChunkMs: (endedAt - firstAt) / chunks };
}
