import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { redactText } from "@/lib/findings/redact-text";
import { deepestJson, isDeeperThan } from "@/lib/kernel/is-deeper-than";
import type { RecordedExchange } from "./ports";

const secretHeaders = /^(?:proxy-)?authorization$|^(?:set-)?cookie$|(?:^|-)(?:key|apikey|token|secret)$/i;
const redacted = "[redacted]";
/** Of the body of a refusal; the SDK reads it whole, people need its beginning. */
const longestBody = 64 * 1024;
/** A body beyond this stays text. Requests carry calls of `deepestJson` levels, with a few around them. */
const deepestBody = deepestJson + 50;

/** Keeps what goes over the wire for one request after another; only the newest is held. */
export class ExchangeRecorder {
  private current: RecordedExchange | null = null;
  private startedAt = 0;

  constructor(
    private readonly fetch: typeof globalThis.fetch,
    /** Replaced wherever it stands, whatever it looks like. */
    private readonly key: string | null,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** Forgets the request before. */
  reset(): void {
    this.current = null;
  }

  /** The fetch that a provider's SDK is given. */
  readonly send: typeof globalThis.fetch = async (input, init) => {
    this.startedAt = this.clock();
    const exchange: RecordedExchange = {
      request: {
        url: input instanceof Request ? input.url : String(input),
        method: init?.method ?? "GET",
        headers: Object.fromEntries(new Headers(init?.headers)),
        body: typeof init?.body === "string" ? jsonOrText(init.body) : null,
      },
      parts: [],
      response: { status: null, headers: {} },
    };
    this.current = exchange;
    const response = await this.fetch(input, init);
    exchange.response = { status: response.status, headers: Object.fromEntries(response.headers) };
    if (response.ok) return response;
    // What the SDK reads ends up in messages and logs: the key is taken out before.
    const body = this.withoutKey(await response.text());
    exchange.response.body = jsonOrText(body.slice(0, longestBody));
    return new Response(body === "" ? null : body, { status: response.status, headers: response.headers });
  };

  /** Whether a request went out since the last `reset`. */
  get hasSent(): boolean {
    return this.current !== null;
  }

  addPart(part: LanguageModelV4StreamPart): void {
    this.current?.parts.push({ afterMs: Math.round(this.clock() - this.startedAt), part });
  }

  /** Redacted; made anew at each call, and only for who asks: a prompt can be long. */
  exchange(): RecordedExchange | null {
    if (!this.current) return null;
    const { request, parts, response } = this.current;
    const clean = (value: unknown): unknown => mapStrings(value, (text) => this.clean(text));
    return {
      request: {
        url: this.clean(request.url),
        method: request.method,
        headers: this.cleanHeaders(request.headers),
        body: clean(request.body),
      },
      parts: parts.map(({ afterMs, part }) => ({ afterMs, part: clean(part) })),
      response: {
        status: response.status,
        headers: this.cleanHeaders(response.headers),
        ...("body" in response ? { body: clean(response.body) } : {}),
      },
    };
  }

  private withoutKey(text: string): string {
    const { key } = this;
    return key === null || key.length < 4 ? text : text.replaceAll(key, redacted);
  }

  private clean(text: string): string {
    return redactText(this.withoutKey(text));
  }

  private cleanHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        secretHeaders.test(name) ? redacted : this.clean(value),
      ]),
    );
  }
}

function jsonOrText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isDeeperThan(value, deepestBody) ? text : value;
  } catch {
    return text;
  }
}

/** A copy in JSON's own types with every string passed through `change`. */
function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Error) return change(value.message);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapStrings(item, change)]));
  return value;
}
