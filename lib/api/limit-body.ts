import "server-only";
import type { HonoRequest, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { AppError } from "@/lib/kernel/app-error";
import { workAside } from "@/lib/library/work-aside";

/** To hand less than this over would take as long as to parse it. Bytes. */
const longBody = 256 * 1024;

/**
 * Lets a body of at most `maxSize` bytes in, else TOO_LARGE with `words`. Long JSON is parsed in the thread for long
 * work: 15 MB of it would keep everybody else waiting for a tenth of a second.
 */
export function limitBody(maxSize: number, words: string): MiddlewareHandler {
  const limit = bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError("TOO_LARGE", words);
    },
  });
  return (c, next) =>
    limit(c, () => {
      if (mayBeLong(c.req)) parseAside(c.req);
      return next();
    });
}

/** Whoever sends a body in chunks does not say how long it is. */
function mayBeLong(request: HonoRequest): boolean {
  if (!/\bjson\b/i.test(request.header("content-type") ?? "")) return false;
  const length = request.header("content-length");
  return length === undefined || Number(length) >= longBody;
}

/** What is no JSON is refused where it is asked for, as a short body is. */
function parseAside(request: HonoRequest): void {
  const parsed = request.raw.arrayBuffer().then((bytes) => workAside("parseJson", bytes, [bytes]));
  // Nobody may ask for it: an address can be refused before its body.
  parsed.catch(() => undefined);
  Object.defineProperty(request, "json", { value: () => parsed });
}
