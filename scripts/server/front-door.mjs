// Preloaded into the server, so that it is there before the first request: makes what a request says of its sender true.
// Everything behind it, Next.js included, may believe X-Forwarded-* and traceparent.
import { randomBytes } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import { callerOf, plainAddress, readTrustedProxies } from "./trusted-proxies.mjs";

/** lib/platform/front-door.ts looks for it: a server without this door does not start. */
const doorKey = Symbol.for("greenroom.front-door");
const NEVER_BELIEVED = ["forwarded", "x-real-ip", "x-forwarded-server"];
const TRACE = /^[0-9a-f]{2}-((?!0{32})[0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * Rewrites a request's headers in place: X-Forwarded-For is the caller's address alone, X-Forwarded-Host, -Proto and
 * -Port are what a trusted proxy says or nothing, and traceparent names this hop in the caller's trace or a new one
 * (https://www.w3.org/TR/trace-context/).
 *
 * @returns {string | null} the address of somebody who is no trusted proxy and wrote X-Forwarded-For
 */
export function admit({ headers, socket }, isTrusted) {
  const peer = plainAddress(socket.remoteAddress ?? "");
  const isProxy = peer !== null && isTrusted(peer);
  const unbelieved = !isProxy && headers["x-forwarded-for"] !== undefined ? peer : null;
  put(headers, "x-forwarded-for", callerOf(socket.remoteAddress, headers["x-forwarded-for"], isTrusted));
  for (const [name, pattern] of FACTS) put(headers, name, isProxy ? firstOf(headers[name], pattern) : null);
  for (const name of NEVER_BELIEVED) delete headers[name];
  const trace = TRACE.exec(headers.traceparent ?? "")?.[1] ?? randomBytes(16).toString("hex");
  headers.traceparent = `00-${trace}-${randomBytes(8).toString("hex")}-01`;
  return unbelieved;
}

const FACTS = [
  ["x-forwarded-host", /^[\w.:[\]-]{1,255}$/],
  ["x-forwarded-proto", /^https?$/],
  ["x-forwarded-port", /^\d{1,5}$/],
];

function put(headers, name, value) {
  if (value === null) delete headers[name];
  else headers[name] = value;
}

/** Of a list that each proxy appended to: what the outermost one was asked for. */
function firstOf(list, pattern) {
  const [first = ""] = (list ?? "").split(",", 1);
  return pattern.test(first.trim()) ? first.trim() : null;
}

/** What a worker answers: its launcher, and whoever watches it. */
const OF_WORKERS = /^\/(?:healthz|readyz|metrics|api\/v1\/health)(?:\?|$)/;
/** There is nothing there: 401 for strangers, as for all of the API, and 404 for everybody else. */
const NOWHERE = "/api/v1/not-of-a-worker";

/** Sends what is none of a worker's to where there is nothing: no page, no API, no delivery. */
export function keepToRole(request, role) {
  if (role === "worker" && !OF_WORKERS.test(request.url)) request.url = NOWHERE;
}

/** Puts the door up. It goes on standing for the life of the process. */
export function putUpDoor(trustedProxies, role = "all") {
  const isTrusted = readTrustedProxies(trustedProxies);
  const door = { unbelieved: null };
  globalThis[doorKey] = door;
  subscribe("http.server.request.start", ({ request }) => {
    const unbelieved = admit(request, isTrusted);
    door.unbelieved ??= unbelieved;
    keepToRole(request, role);
  });
}
