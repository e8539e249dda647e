import { type ClientRequestOptions, hc } from "hono/client";
import type { JSONValue } from "hono/utils/types";
import type { z } from "zod";
import type { RouteModules } from "./route-modules";

/** The REST API, typed: one client per module, so that types stay fast. */
export type Clients = { [Name in keyof RouteModules]: ReturnType<typeof hc<RouteModules[Name]>> };

/** Clients of the API at an address. At run time all are one: a module's name only chooses the types. */
export function createClients(base: string, options?: ClientRequestOptions): Clients {
  const client = hc(base, options);
  return new Proxy<Clients>(Object.create(null), { get: () => client });
}

export const client = createClients("/api/v1");

/** What the API said when it refused: `message` is fit for people, `code` and `details` for code. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
    readonly errors: readonly { path: string; message: string }[] = [],
    readonly traceId?: string,
    /** When the same request may succeed; null when the server said nothing of it. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }
}

type Answer = { ok: boolean; status: number; headers?: Headers; json(): Promise<unknown> };
type Body<R> = R extends { ok: true; json(): Promise<infer T> } ? Json<T> : never;
/** JSON has no `undefined`: what may be missing is missing. */
type Json<T> = JSONValue extends T
  ? z.core.util.JSONType
  : T extends object
    ? { [K in keyof T]: Json<Exclude<T[K], undefined>> }
    : T;

/** The body of a good answer; throws ApiError for a problem, and for no answer at all. */
export async function unwrap<R extends Answer>(pending: Promise<R>): Promise<Body<R>> {
  let response: R;
  try {
    response = await pending;
  } catch (error) {
    throw new ApiError(0, "UNREACHABLE", "The server does not answer. Check the connection and try again.", {
      cause: String(error),
    });
  }
  if (!response.ok) throw await apiErrorOf(response);
  return (response.status === 204 ? undefined : await response.json()) as Body<R>;
}

/** Reads problem+json; for anything else (a proxy's page) says what is known. */
export async function apiErrorOf(response: Answer): Promise<ApiError> {
  // Only when something went wrong: no page needs zod for its first paint.
  const { problemSchema } = await import("./problem-schema");
  const parsed = problemSchema.safeParse(await response.json().catch(() => null));
  if (!parsed.success) {
    return new ApiError(
      response.status,
      "UNKNOWN",
      `The server answered ${response.status} without a reason.`,
    );
  }
  const { status, code, title, detail, details, errors, traceId } = parsed.data;
  return new ApiError(status, code, detail || title, details, errors, traceId, retryAfterOf(response));
}

/** Of a problem of ours: seconds, never a date (RFC 9110, 10.2.3). */
function retryAfterOf({ headers }: Answer): number | null {
  const seconds = Number(headers?.get("retry-after") || Number.NaN);
  return Number.isInteger(seconds) && seconds >= 0 ? seconds : null;
}

/** Whether the same request may succeed later: no answer, no turn, no database, no room. */
export const mayPass = (error: unknown): error is ApiError =>
  error instanceof ApiError && [0, 429, 503, 507].includes(error.status);
