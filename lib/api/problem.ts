import { z } from "@hono/zod-openapi";
import { HTTPException } from "hono/http-exception";
import { AppError, type ErrorCode, errorStatus } from "@/lib/kernel/app-error";

const codes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

/** application/problem+json (RFC 9457) with a code, a trace id, and for wrong input what is wrong where. */
export const problemSchema = z
  .object({
    type: z.literal("about:blank"),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.enum(codes),
    traceId: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    details: z.record(z.string(), z.unknown()).optional(),
  })
  .openapi("Problem");
export type Problem = z.infer<typeof problemSchema>;

const titles = {
  BAD_REQUEST: "The request is not well-formed",
  UNAUTHENTICATED: "Not signed in",
  FORBIDDEN: "Not allowed",
  NOT_FOUND: "Not found",
  CONFLICT: "Somebody was first",
  GONE: "No longer there",
  TOO_LARGE: "Too large",
  UNPROCESSABLE: "The input is not right",
  TOO_MANY_REQUESTS: "Too many requests",
  INTERNAL: "Something broke on our side",
  UNAVAILABLE: "Not available now",
  STORAGE_FULL: "No room left",
} as const satisfies Record<ErrorCode, string>;

/** What the framework's own words leave open: what to do. */
const badRequestWords: Readonly<Record<string, string | undefined>> = {
  "Unsupported Media Type": "Send JSON, with the header `content-type: application/json`.",
};

export function toProblem(error: unknown, traceId: string): Problem {
  if (error instanceof AppError) {
    return {
      type: "about:blank",
      title: titles[error.code],
      status: error.status,
      detail: error.message,
      code: error.code,
      traceId,
      ...(error.details ? { details: { ...error.details } } : {}),
    };
  }
  if (error instanceof z.ZodError) {
    const errors = error.issues.flatMap(errorsOf);
    return {
      type: "about:blank",
      title: titles.UNPROCESSABLE,
      status: errorStatus.UNPROCESSABLE,
      detail: errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join(" "),
      code: "UNPROCESSABLE",
      traceId,
      errors,
    };
  }
  if (error instanceof HTTPException && error.status < 500) {
    return {
      type: "about:blank",
      title: titles.BAD_REQUEST,
      status: errorStatus.BAD_REQUEST,
      detail: badRequestWords[error.message] ?? `${error.message}.`,
      code: "BAD_REQUEST",
      traceId,
    };
  }
  return {
    type: "about:blank",
    title: titles.INTERNAL,
    status: errorStatus.INTERNAL,
    detail: `The server's log has the reason under trace ${traceId}.`,
    code: "INTERNAL",
    traceId,
  };
}

/** A field that nobody knows is named where it stands; of others the schema's words say what is wrong. */
const errorsOf = (issue: z.core.$ZodIssue): { path: string; message: string }[] =>
  issue.code === "unrecognized_keys"
    ? issue.keys.map((key) => ({
        path: [...issue.path, key].join("."),
        message: "There is no such field here, and nothing of it would be kept. Leave it out.",
      }))
    : [{ path: issue.path.join("."), message: issue.message }];
