import "server-only";
import { ModelError } from "@/lib/models/model-error";
import type { HostModel } from "@/lib/models/open-model-for-host";
import { providerFetch } from "@/lib/models/provider-fetch";
import { toModelError } from "@/lib/models/to-model-error";
import { WireError } from "./wire-error";
import { headersToProvider, queryToProvider } from "./wire-headers";

export type Asked = { response: Response; letGo: () => void };

/** Of what a provider says when it refuses. Bytes. */
const longestRefusal = 1024 * 1024;
/** Statuses that no body may follow; to be asked for an answer, a model has no use for them. */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Sends a host's request on, with the workspace's credential in place of the host's. Throws WireError when nobody
 * answers within the connection's time; whatever the provider does answer is the answer. A refusal has been read to its end by then.
 */
export async function askProvider(
  hostModel: HostModel,
  { request, path, body }: { request: Request; path: string; body: Uint8Array<ArrayBuffer> },
): Promise<Asked> {
  const own = new AbortController();
  const timer = setTimeout(() => own.abort(), hostModel.timeoutMs);
  const query = queryToProvider(new URL(request.url).searchParams);
  try {
    const response = await providerFetch()(`${hostModel.baseUrl}${path}${query}`, {
      method: "POST",
      headers: headersToProvider(request.headers, hostModel.provider, hostModel.key),
      body,
      signal: AbortSignal.any([own.signal, request.signal]),
    });
    if (withoutBody.has(response.status))
      throw new WireError(
        "unavailable",
        `${hostModel.name} answered ${response.status}, which holds no answer.`,
      );
    return {
      response: response.ok ? response : await refusalOf(response, hostModel),
      letGo: () => own.abort(),
    };
  } catch (error) {
    if (error instanceof WireError) {
      own.abort();
      throw error;
    }
    if (own.signal.aborted)
      throw new WireError("late", `${hostModel.name} did not answer for ${hostModel.timeoutMs / 1000} s.`);
    const told = toModelError(error, "asked");
    throw told instanceof ModelError
      ? new WireError(told.code === "MODEL_TIMEOUT" ? "late" : "unavailable", told.message)
      : told;
  } finally {
    clearTimeout(timer);
  }
}

/** A provider that refuses may quote the key; what it says of it is taken out, and the rest is passed on. */
async function refusalOf(response: Response, { name, key }: HostModel): Promise<Response> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.byteLength;
    if (length > longestRefusal)
      throw new WireError(
        "unavailable",
        `${name} refused with ${response.status}, at a length that is not read.`,
      );
    pieces.push(piece);
  }
  const { status, headers } = response;
  return new Response(withoutKey(Buffer.concat(pieces, length), key), { status, headers });
}

function withoutKey(bytes: Buffer<ArrayBuffer>, key: string | null): Uint8Array<ArrayBuffer> {
  return key !== null && key.length >= 4 && bytes.includes(key)
    ? new TextEncoder().encode(bytes.toString("utf8").replaceAll(key, "[redacted]"))
    : bytes;
}
