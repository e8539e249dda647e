import "server-only";
import { lookup as systemLookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import type { ReadableStream as WebStream } from "node:stream/web";
import { Agent, fetch as undiciFetch } from "undici";
import { env } from "./env";
import { isPublicAddress } from "./is-public-address";

export const guardReasons = [
  "not-an-address",
  "scheme",
  "user-info",
  "private-address",
  "redirect",
  "too-large",
] as const;
export type GuardReason = (typeof guardReasons)[number];

/** A request that this server does not make, or an answer that it does not read on. `message` is fit for people. */
export class GuardError extends Error {
  override readonly name = "GuardError";

  constructor(
    readonly reason: GuardReason,
    message: string,
  ) {
    super(message);
  }
}

export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;

export type GuardOptions = {
  /** `host` for every port of it, or `host:port`; reached over http too, wherever they are. */
  allowedHosts: readonly string[];
  /** Of an answer, decompressed. */
  maxBytes: number;
  connectTimeoutMs: number;
  /** Until the head of the answer, and between two pieces of its body. */
  idleTimeoutMs: number;
  /** GET follows redirects to other hosts too, each checked like the first, and without what was said of who asks. */
  followsHosts: boolean;
  resolve: Resolve;
};

const defaults = {
  maxBytes: 32 * 1024 * 1024,
  connectTimeoutMs: 10_000,
  idleTimeoutMs: 15 * 60_000,
  followsHosts: false,
  resolve: (host: string) => systemLookup(host, { all: true, verbatim: true }),
};
const mostRedirects = 3;

/** The address in its normal form, when it may be asked for at all; throws GuardError. No name is resolved yet. */
export function checkAddress(address: string, allowedHosts: readonly string[]): URL {
  const url = URL.parse(address);
  if (!url) throw new GuardError("not-an-address", "This is not a web address.");
  const allowed = isAllowedHost(url, allowedHosts);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && allowed))
    throw new GuardError("scheme", `Only https:// addresses are reached. ${listIt(url)}`);
  if (url.username !== "" || url.password !== "")
    throw new GuardError("user-info", "An address carries no name and password here; use the key's field.");
  checkLiteral(url, allowed);
  return url;
}

function checkLiteral(url: URL, allowed: boolean): void {
  const host = bareHost(url);
  if (!allowed && isIP(host) !== 0 && !isPublicAddress(host)) throw privateAddress(url);
}

type Dialled = { host: string; port: number };

/** The same of a host that is connected to over ssh; how its name is resolved, undefined for as the system does. */
export function checkSshHost(
  { host, port }: Dialled,
  allowedHosts: readonly string[],
  resolve: Resolve = defaults.resolve,
): { hostname: string; lookup: LookupFunction | undefined } {
  const url = URL.parse(`ssh://${host}:${port}`);
  if (!url) throw new GuardError("not-an-address", "This is no host.");
  const allowed = isAllowedHost(url, allowedHosts);
  checkLiteral(url, allowed);
  return { hostname: bareHost(url), lookup: allowed ? undefined : publicOnly(resolve) };
}

export function isAllowedHost(url: URL, allowedHosts: readonly string[]): boolean {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  const names = [url.hostname, bareHost(url)];
  return names.some((name) => allowedHosts.includes(name) || allowedHosts.includes(`${name}:${port}`));
}

const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "");

const listIt = (url: URL): string =>
  url.host === "" ? "" : `An operator can list ${url.host} in GREENROOM_ALLOWED_HOSTS.`;

const privateAddress = (url: { host: string }): GuardError =>
  new GuardError(
    "private-address",
    `${url.host} is a private or local address. An operator can list it in GREENROOM_ALLOWED_HOSTS.`,
  );

/**
 * A fetch for addresses that people type. https alone; every address a name resolves to must be public, and the
 * connection is made to the very addresses that were checked. Listed hosts are exempt. GET follows redirects on the
 * same host, and to others where that is wanted, each checked again; nothing else is followed. Throws GuardError, and what undici throws.
 */
export function createGuardedFetch(overrides: Partial<GuardOptions> = {}): typeof fetch {
  const options: GuardOptions = { allowedHosts: env().allowedHosts, ...defaults, ...overrides };
  const timeouts = { headersTimeout: options.idleTimeoutMs, bodyTimeout: options.idleTimeoutMs };
  const connect = { timeout: options.connectTimeoutMs };
  const open = new Agent({ ...timeouts, connect });
  const guarded = new Agent({ ...timeouts, connect: { ...connect, lookup: publicOnly(options.resolve) } });

  async function once(address: string, sent: Request, body: Uint8Array<ArrayBuffer>): Promise<Response> {
    const url = checkAddress(address, options.allowedHosts);
    try {
      const answer = await undiciFetch(url, {
        method: sent.method,
        headers: Object.fromEntries(sent.headers),
        signal: sent.signal,
        redirect: "manual",
        dispatcher: isAllowedHost(url, options.allowedHosts) ? open : guarded,
        ...(body.byteLength > 0 ? { body } : {}),
      });
      return new Response(answer.body ? limitBytes(answer.body, options.maxBytes) : null, {
        status: answer.status,
        statusText: answer.statusText,
        headers: Object.fromEntries(answer.headers),
      });
    } catch (error) {
      throw guardErrorIn(error) ?? error;
    }
  }

  return async (input, init) => {
    const typed = input instanceof Request ? input.url : String(input);
    let url = checkAddress(typed, options.allowedHosts);
    const sent = new Request(input instanceof Request ? input : url, init);
    const body = new Uint8Array(await sent.arrayBuffer());
    for (let hops = 0; hops <= mostRedirects; hops++) {
      const answer = await once(url.href, sent, body);
      const location = answer.status >= 300 && answer.status < 400 ? answer.headers.get("location") : null;
      if (location === null) return answer;
      await answer.body?.cancel();
      const next = nextHop(url, location, { method: sent.method, followsHosts: options.followsHosts });
      if (next.origin !== url.origin) for (const name of whoAsks) sent.headers.delete(name);
      url = next;
    }
    throw new GuardError("redirect", `${url.host} redirects more than ${mostRedirects} times.`);
  };
}

/** Meant for the host that was named, and for no other. */
const whoAsks = ["authorization", "cookie", "proxy-authorization"] as const;

type Following = { method: string; followsHosts: boolean };

function nextHop(from: URL, location: string, { method, followsHosts }: Following): URL {
  const to = URL.parse(location, from.href);
  const same = to?.host === from.host && to.protocol === from.protocol;
  const isNoLess = to?.protocol === "https:" || to?.protocol === from.protocol;
  if (to && method === "GET" && (same || (followsHosts && isNoLess))) return to;
  const where = to ? to.origin : "an address that is none";
  throw new GuardError("redirect", `${from.host} redirects to ${where}; that is not followed.`);
}

/** Resolves a name for one connection: all of its addresses are public, or none is used. */
function publicOnly(resolve: Resolve): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        const refused = addresses.some(({ address }) => !isPublicAddress(address));
        if (refused) callback(privateAddress({ host: hostname }), "", 0);
        else if (!first) callback(new Error(`${hostname} has no address`), "", 0);
        else if (all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), "", 0),
    );
  };
}

/** undici wraps what a connection failed with. */
function guardErrorIn(error: unknown): GuardError | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof GuardError) return cause;
  }
  return null;
}

/** Whether one of undici's own limits was passed: of a connection, until the head of an answer, and between two pieces of it. */
export function isFetchTimeout(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++)
    if ("code" in cause && /^UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT$/.test(String(cause.code))) return true;
  return false;
}

/** Passes bytes on and counts them; what it stops reading is let go of. */
function limitBytes(
  body: WebStream<Uint8Array<ArrayBuffer>>,
  maxBytes: number,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  let total = 0;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      total += value.byteLength;
      if (total <= maxBytes) return controller.enqueue(value);
      controller.error(new GuardError("too-large", `The answer is longer than ${maxBytes} bytes.`));
      await reader.cancel();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
