/** What can go wrong between a run and its model. Each ends a run with its own words. */
export const modelErrorCodes = [
  "MODEL_TIMEOUT",
  "RATE_LIMITED",
  "MODEL_OVERLOADED",
  "WRONG_KEY",
  "NO_SUCH_MODEL",
  "CONTEXT_TOO_LONG",
  "TOOLS_UNSUPPORTED",
  "STREAM_CUT",
  "MALFORMED_ANSWER",
  "MODEL_UNREACHABLE",
  "MODEL_REFUSED",
  "SPENDING_LIMIT",
] as const;
export type ModelErrorCode = (typeof modelErrorCodes)[number];

/** `message` is fit for people and holds no secret. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  /** How long the provider asks to wait; null when it did not say. */
  readonly retryAfterMs: number | null;

  constructor(
    readonly code: ModelErrorCode,
    message: string,
    options: { cause?: unknown; retryAfterMs?: number | null } = {},
  ) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}
