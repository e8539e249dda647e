import type { WorkspaceContext } from "@/lib/access/context";
import type { Admission } from "./admit-host";
import type { ExchangeEnding, WireProtocol } from "./gateway-options";

/** One exchange as the wire saw it, handed over when its last byte has gone. Its headers and keys are not among it. */
export type SeenExchange = {
  id: string;
  at: Date;
  protocol: WireProtocol;
  /** As the host called it, and who answered. */
  modelAsked: string;
  modelId: string;
  /** The request's body as it came. */
  request: Uint8Array;
  /** How long it was, also where it is no longer held. */
  requestBytes: number;
  /** Names the host and its version; read, never kept. */
  userAgent: string;
  /** What the host calls its session, from where its protocol carries it outside of the body; null where it does not. */
  sessionName: string | null;
  /** Of the answer; null when there was none. */
  status: number | null;
  /** The answer's bytes as they went to the host, whole only up to the limit of what is kept. */
  answer: { contentType: string; bytes: Uint8Array; isWhole: boolean };
  answerBytes: number;
  ending: ExchangeEnding;
  /** Milliseconds from the request's arrival. */
  firstByteMs: number | null;
  durationMs: number;
};

/** Reads one exchange for what happened to skills. `request` is the body; `answer` what the model said, or null. */
export type ReadExchange = (
  context: WorkspaceContext,
  exchange: {
    protocol: WireProtocol;
    modelAsked: string;
    userAgent: string;
    request: unknown;
    answer: { contentType: string; text: string } | null;
    /** What was read of the exchange before in the same session; null for its first. */
    before: unknown;
  },
) => Promise<unknown>;

/**
 * Takes one exchange, after its bytes have gone. Resolves once what it spent is written down; that it went by is written
 * after that, in its turn. Never rejects.
 */
export type KeepExchange = (admission: Admission, seen: SeenExchange) => Promise<void>;
