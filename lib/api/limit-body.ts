import "server-only";
import type { HonoRequest, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { workAside } from "@/lib/aside/work-aside";
import { AppError } from "@/lib/kernel/app-error";

/** To hand less than this over would take as long as to parse it. Bytes. */
const longBody = 256 * 1024;

/**
 * Lets a body of at most `maxSize` bytes in, else TOO_LARGE with `words`. Long JSON is parsed in the thread for long
 * work, once it is asked for: 15 MB of text in it would keep everybody else waiting for a tenth of a second.
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

function parseAside(request: HonoRequest): void {
  let parsed: Promise<unknown> | undefined;
  const json = () => {
    parsed ??= request.raw.arrayBuffer().then(parse);
    return parsed;
  };
  Object.defineProperty(request, "json", { value: json });
}

/**
 * What is no JSON is refused in the same words here and there. A value can be too deep to be handed over, and the
 * thread can end with somebody else's work: then it is parsed here.
 */
async function parse(bytes: ArrayBuffer): Promise<unknown> {
  const here = () => JSON.parse(new TextDecoder().decode(bytes));
  if (bytes.byteLength < longBody) return here();
  return workAside("parseJson", bytes).catch(here);
}
