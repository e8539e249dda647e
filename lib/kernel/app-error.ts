/** Every code a request can fail with, and its HTTP status (RFC 9110). One table; a new code does not compile without one. */
export const errorStatus = {
  BAD_REQUEST: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  GONE: 410,
  TOO_LARGE: 413,
  UNPROCESSABLE: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  /** The disk of the database or of the server is full. */
  STORAGE_FULL: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/**
 * The request cannot go on. `message` is shown to the person, so it says what is wrong and what to do;
 * `details` is machine-readable and public too; `cause` is logged, never sent. `retryAfterSeconds`: when the same request may
 * succeed (RFC 9110, 10.2.3).
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: {
      cause?: unknown;
      details?: Readonly<Record<string, unknown>>;
      retryAfterSeconds?: number;
    } = {},
  ) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): (typeof errorStatus)[ErrorCode] {
    return errorStatus[this.code];
  }
}
