import "server-only";
import { randomUUID } from "node:crypto";
import type { Context } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { ModelError } from "@/lib/models/model-error";
import type { CatalogueMode } from "@/lib/runtime/dialect";
import type { PayloadOf } from "@/lib/runtime/events";
import { asksRouter } from "@/lib/runtime/mode-steps";
import { countTokens } from "@/lib/tokens/count-tokens";
import { openRouter, openRuntime, readOffer, type ServedOffer } from "./open-runtime";
import type { Pinned } from "./pinned";
import type { ServedLog } from "./served-log";

export type ServedAgent = Pick<PayloadOf<"run-started">, "agent">["agent"] & {
  instructions: string;
  model: string;
  routerModel: string | null;
};

export type NewTurn = {
  agent: ServedAgent;
  client: string | null;
  dialect: string;
  mode: CatalogueMode;
  pinned: Pinned;
  windowTokens: number;
  /** Empty where the program told none. */
  message: string;
};

/**
 * Begins a turn in the log as a rehearsal begins a run: what is offered, the catalogue, what the message names. A router
 * chooses by the message; without one everything is told. UNAVAILABLE when the router does not answer.
 */
export async function beginTurn(context: Context, turn: NewTurn, log: ServedLog): Promise<void> {
  const { dialect, pinned, message, windowTokens } = turn;
  const offer = await readOffer(context, { dialect, mode: turn.mode, pinned });
  const { modes } = offer.presentation.dialect;
  const needsRouter = asksRouter(offer.presentation.mode);
  const isRouted = needsRouter && message !== "";
  const mode =
    isRouted || !needsRouter
      ? offer.presentation.mode
      : (modes.find((other) => !asksRouter(other)) ?? modes[0]);
  const runId = randomUUID();
  await log.startTurn(runId);
  const told = { ...offer, presentation: { ...offer.presentation, mode } };
  await log.append({ type: "run-started", payload: startedOf(context, turn, told) });
  const router = isRouted ? await openRouter(context, { ...turn, ...told }, { runId, log }) : undefined;
  const session = openRuntime(context, told, {
    log,
    windowTokens,
    ...(router ? { routeSkills: router } : {}),
  });
  try {
    await session.injectCatalogue();
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const message = `The agent's router did not answer. ${error.message}`;
    throw new AppError("UNAVAILABLE", message, { cause: error, retryAfterSeconds: 10 });
  }
  await session.answerMentions(message);
}

function startedOf(
  { actor }: Context,
  { agent, client, message, windowTokens }: NewTurn,
  { presentation, runSkills }: ServedOffer,
): PayloadOf<"run-started"> {
  const { id, slug, name, revision, instructions } = agent;
  const program = client ?? "Its own program";
  return {
    message,
    messageTokens: countTokens(message),
    overlay: [],
    startedBy: { id: actor.userId, name: actor.name },
    agent: { id, slug, name, revision },
    // Which model the program asks is its own affair.
    model: { id: "program", name: program, kind: "live", windowTokens },
    dialect: presentation.dialect.id,
    mode: presentation.mode,
    systemPrompt: { text: instructions, tokens: countTokens(instructions), source: "agent" },
    offered: runSkills.skills.map(({ ref }) => ref),
    unavailable: runSkills.unavailable,
  };
}

/** What the newest turn began with. */
export function startOf(log: Pick<ServedLog, "events">): PayloadOf<"run-started"> {
  const started = log.events().findLast((event) => event.type === "run-started");
  if (started?.type !== "run-started") throw new Error("A session begins with a turn.");
  return started.payload;
}
