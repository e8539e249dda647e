import { streamText } from "ai";
import { freeMeter } from "@/lib/models/free-meter";
import { openProvider } from "@/lib/models/open-provider";
import { sha256 } from "@/lib/platform/crypto";
import { executeRun } from "@/lib/playground/execute-run";
import { type ModelServer, startModelServer } from "@/lib/testing/servers/model-server";
import { countTokens } from "@/lib/tokens/count-tokens";
import { type Figure, median, under } from "./figures";
import type { Room } from "./furnish";
import { aStoredRun, sessionOf, setupOf } from "./open-session";

const chunks = 400;
const rounds = 15;
const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index} `);

type Timing = { firstTokenMs: number; wholeMs: number };

/**
 * Greenroom's own share: a whole run against a bare call of the AI SDK, to the same server, in turns. The first token
 * counts when it is committed; a chunk's cost has the whole run's in it, so it is an upper bound.
 */
export async function measureStreaming(room: Room): Promise<Figure[]> {
  const paced = await compare(room, { count: 20, pauseMs: 5 });
  const flood = await compare(room, { count: chunks, pauseMs: 0 });
  const shareMs = median(paced.map(({ bare, ours }) => ours.firstTokenMs - bare.firstTokenMs));
  const bareMs = median(flood.map(({ bare }) => bare.wholeMs)) / chunks;
  const moreMs = median(flood.map(({ bare, ours }) => ours.wholeMs - bare.wholeMs)) / chunks;
  return [
    under("own share of the time to the first token", shareMs, 15),
    {
      what: `cost of a streamed chunk (a bare one takes ${bareMs.toFixed(3)} ms)`,
      value: `${moreMs.toFixed(3)} ms more`,
      limit: "under 1 ms more",
      holds: moreMs < 1,
    },
  ];
}

async function compare(room: Room, { count, pauseMs }: { count: number; pauseMs: number }) {
  const server = await startModelServer("openai", [{ kind: "answer", text: words(count), pauseMs }]);
  const timings: { bare: Timing; ours: Timing }[] = [];
  try {
    for (let round = -3; round < rounds; round += 1) {
      const bare = await bareCall(server);
      const ours = await wholeRun(room, server);
      if (round >= 0) timings.push({ bare, ours });
    }
  } finally {
    await server.close();
  }
  return timings;
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
  return { firstTokenMs: firstAt - startedAt, wholeMs: endedAt - startedAt };
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
  return { firstTokenMs: firstAt - startedAt, wholeMs: endedAt - startedAt };
}
