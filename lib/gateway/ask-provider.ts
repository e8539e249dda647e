import "server-only";
import { ModelError } from "@/lib/models/model-error";
import type { Passage } from "@/lib/models/open-passage";
import { providerFetch } from "@/lib/models/provider-fetch";
import { toModelError } from "@/lib/models/to-model-error";
import { WireError } from "./wire-error";
import { headersToProvider, queryToProvider } from "./wire-headers";

export type Asked = { response: Response; letGo: () => void };

/**
 * Sends a host's request on, with the workspace's credential in place of the host's. Throws WireError when nobody
 * answers within the connection's time; whatever the provider does answer is the answer.
 */
export async function askProvider(
  passage: Passage,
  { request, path, body }: { request: Request; path: string; body: Uint8Array<ArrayBuffer> },
): Promise<Asked> {
  const own = new AbortController();
  const timer = setTimeout(() => own.abort(), passage.timeoutMs);
  const query = queryToProvider(new URL(request.url).searchParams);
  try {
    const response = await providerFetch()(`${passage.baseUrl}${path}${query}`, {
      method: "POST",
      headers: headersToProvider(request.headers, passage.provider, passage.key),
      body,
      signal: AbortSignal.any([own.signal, request.signal]),
    });
    return { response, letGo: () => own.abort() };
  } catch (error) {
    if (own.signal.aborted)
      throw new WireError("late", `${passage.name} did not answer for ${passage.timeoutMs / 1000} s.`);
    const told = toModelError(error, "asked");
    throw told instanceof ModelError
      ? new WireError(told.code === "MODEL_TIMEOUT" ? "late" : "unavailable", told.message)
      : told;
  } finally {
    clearTimeout(timer);
  }
}

/** A provider that refuses may quote the key; what it says of it is taken out, and the rest is passed on. */
export async function withoutKey(response: Response, key: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (key === null || key.length < 4) return bytes;
  const buffer = Buffer.from(bytes);
  return buffer.includes(key)
    ? new TextEncoder().encode(buffer.toString("utf8").replaceAll(key, "[redacted]"))
    : bytes;
}
