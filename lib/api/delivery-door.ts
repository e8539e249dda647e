import "server-only";
import { Hono } from "hono";
import { addressHash, addressUrl } from "@/lib/addresses/address-secret";
import { noteAddressFetch } from "@/lib/addresses/commands/note-address-fetch";
import { type OpenAddress, openAddress } from "@/lib/addresses/open-address";
import { traceIdOf } from "@/lib/auth/request-facts";
import { AppError } from "@/lib/kernel/app-error";
import { answerDiscovery } from "./answer-discovery";
import { answerGit } from "./answer-git";
import { answerProblem } from "./answer-problem";
import { AddressLimits } from "./limit-addresses";
import { logRequests } from "./log-requests";
import { type ApiEnv, visitorOf } from "./route";

/** A request at an address that is open. */
export type AskedOfAddress = {
  request: Request;
  /** What follows the token, decoded. */
  path: readonly string[];
  opened: OpenAddress;
  /** The secret itself, for addresses within the answer. */
  token: string;
  now: () => Date;
};

const limits = new AddressLimits();

/** For everybody: any page may read what its address gives, no browser shows it as ours, and nobody else hears of it. */
const headersOfAll = {
  "access-control-allow-origin": "*",
  "content-security-policy": "sandbox; default-src 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
};

/**
 * Where clients fetch skills with a secret address. Logged like the rest, and so without the token. Whatever is not
 * there gets the same answer, an unknown token too: it names nothing.
 */
export const deliveryDoor = new Hono<ApiEnv>();
deliveryDoor.use(logRequests);
deliveryDoor.use(async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(headersOfAll)) c.res.headers.set(name, value);
});
deliveryDoor.onError((error, c) => {
  // Of an agent that goes this moment, too, nothing is told.
  const told = error instanceof AppError && error.code === "NOT_FOUND" ? nothingHere() : error;
  const response = answerProblem(told, { traceId: c.var.traceId ?? traceIdOf(c.req.raw.headers) });
  response.headers.set("cache-control", "no-store");
  return response;
});
deliveryDoor.notFound(() => {
  throw nothingHere();
});
deliveryDoor.options("*", (c) =>
  c.body(null, 204, {
    "access-control-allow-methods": "GET, HEAD",
    "access-control-allow-headers": "*",
    "access-control-max-age": "86400",
  }),
);
deliveryDoor.all("/d/:token/:path{.+}", async (c) => {
  const [, , token = "", ...path] = decodedPath(c.req.raw.url);
  const sender = visitorOf(c);
  const hash = addressHash(token);
  limits.beforeLookup(hash, sender.address);
  const opened = await openAddress(sender, hash, sender.now());
  if (!opened) {
    limits.noteWrong(hash, sender.address);
    throw nothingHere();
  }
  limits.noteRight(hash);
  const response = await answerAt({ request: c.req.raw, path, opened, token, now: sender.now });
  if (!response) throw nothingHere();
  void noteAddressFetch(sender, opened, sender.now());
  return response;
});

async function answerAt(asked: AskedOfAddress): Promise<Response | null> {
  const { request, path, opened, token } = asked;
  if (path[0]?.endsWith(".git")) return answerGit(asked);
  const { context, target: source, id: addressId } = opened;
  return answerDiscovery({ request, path, context, source, addressId, base: addressUrl(token) });
}

/** Segments as they were meant; NOT_FOUND for what is not even text. */
function decodedPath(url: string): string[] {
  try {
    return new URL(url).pathname.split("/").map(decodeURIComponent);
  } catch {
    throw nothingHere();
  }
}

const nothingHere = (): AppError =>
  new AppError("NOT_FOUND", "There is nothing at this address. Ask whoever gave it to you for a new one.");
