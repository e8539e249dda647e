import type { ModelProvider } from "@/lib/models/provider-options";

/** What a host may tell the provider besides its body. Never a credential: the workspace's own goes in its place. */
const toProvider =
  /^(?:accept|content-type|user-agent|anthropic-(?:version|beta)|openai-beta|x-goog-api-client|idempotency-key|x-client-request-id|session[-_]id)$/;
/** What a host may be told besides the answer: nothing of the account that pays, nor how much that has left. */
const toHost =
  /^(?:content-type|retry-after(?:-ms)?|request-id|x-request-id|x-should-retry|openai-processing-ms|openai-version|server-timing)$/;

/** Betas of signing in with an account of the host's own: what is sent is a key. */
const ofAccounts = /^oauth-/;

/** Of a request to a provider. Bytes come back as they are: nothing asks for a compressed answer. */
export function headersToProvider(
  headers: Headers,
  provider: ModelProvider,
  key: string | null,
): Record<string, string> {
  const sent: Record<string, string> = { "accept-encoding": "identity" };
  headers.forEach((value, name) => {
    if (toProvider.test(name)) sent[name] = value;
  });
  const betas = (sent["anthropic-beta"] ?? "").split(",").filter((beta) => !ofAccounts.test(beta.trim()));
  if (betas.join("") === "") delete sent["anthropic-beta"];
  else sent["anthropic-beta"] = betas.join(",");
  if (provider === "anthropic") sent["anthropic-version"] ??= "2023-06-01";
  return { ...sent, ...credentialOf(provider, key) };
}

function credentialOf(provider: ModelProvider, key: string | null): Record<string, string> {
  if (key === null) return {};
  if (provider === "anthropic") return { "x-api-key": key };
  return provider === "google" ? { "x-goog-api-key": key } : { authorization: `Bearer ${key}` };
}

/** Of an answer to a host. `no-transform`: a compressed stream would wait in a buffer. */
export function headersToHost(headers: Headers): Headers {
  const told = new Headers({
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
    "x-content-type-options": "nosniff",
  });
  headers.forEach((value, name) => {
    if (toHost.test(name)) told.set(name, value);
  });
  return told;
}

/** Parts of a query that carry the host's credential. */
const secretParameters = ["key", "access_token", "api_key", "apikey"];

/** The query of a request without its credentials; with its question mark, or empty. */
export function queryToProvider(query: URLSearchParams): string {
  const sent = new URLSearchParams(query);
  for (const name of secretParameters) sent.delete(name);
  const text = sent.toString();
  return text === "" ? "" : `?${text}`;
}
