import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { DeliverySource } from "@/lib/delivery/delivery-source";
import { artifactPath, discoveryPath, writeIndex } from "@/lib/discovery/discovery-index";
import { packArtifact } from "@/lib/discovery/pack-artifact";
import { type Discovered, readDiscovery } from "@/lib/discovery/read-discovery";
import { sha256 } from "@/lib/platform/crypto";
import { isUnchanged } from "./is-unchanged";
import { inDownloadSlot } from "./limit-downloads";
import { sendBytes } from "./send-bytes";

type AskedOfDiscovery = {
  request: Request;
  /** What follows the address, in segments. */
  path: readonly string[];
  context: WorkspaceContext;
  source: DeliverySource;
  /** What the address is told apart by. */
  addressId: string;
  /** The address itself, for those within the index. */
  base: string;
};

/**
 * What a client asks of well-known discovery: the index of all skills of an address, that of one of them below its name,
 * or an archive by its digest. Null where there is nothing of it.
 */
export async function answerDiscovery({
  request,
  path,
  context,
  source,
  addressId,
  base,
}: AskedOfDiscovery): Promise<Response | null> {
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  const asked = path.join("/");
  const isIndex = asked.endsWith(discoveryPath);
  if (!isIndex && path[0] !== "skills") return null;
  const { listed } = await readDiscovery(context, source);
  if (isIndex) {
    const found = asked === discoveryPath ? listed : listed.filter((one) => asked === indexOf(one));
    if (found.length === 0 && asked !== discoveryPath) return null;
    const text = writeIndex(base, found);
    return answer(request, text, { etag: sha256(text), ...indexHeaders });
  }
  const skill = listed.find((one) => asked === artifactPath(one));
  if (!skill) return null;
  const etag = skill.artifact;
  if (isUnchanged(request, etag)) return notChanged({ etag, ...artifactHeaders });
  return inDownloadSlot(addressId, request, async () => {
    const archive = await packArtifact(context, skill.delivered);
    return answer(request, archive, { etag, ...artifactHeaders });
  });
}

const indexOf = ({ name }: Discovered): string => `${name}/${discoveryPath}`;

type Headers = { etag: string; "content-type": string; "cache-control": string };

/** Asked for again each time: what is published or withdrawn is seen at once. */
const indexHeaders = { "content-type": "application/json", "cache-control": "private, no-cache" };
/** Its bytes never change; nobody else's cache holds what was meant for whoever has the address. */
const artifactHeaders = {
  "content-type": "application/zip",
  "cache-control": "private, max-age=31536000, immutable",
};

/** Whole: a range of something so small is not worth an answer of its own (RFC 9110, 14.2). */
function answer(request: Request, body: string | Uint8Array<ArrayBuffer>, headers: Headers): Response {
  if (isUnchanged(request, headers.etag)) return notChanged(headers);
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return new Response(request.method === "HEAD" ? null : sendBytes(bytes), {
    headers: { ...quoted(headers), "content-length": String(bytes.byteLength) },
  });
}

const notChanged = (headers: Headers): Response =>
  new Response(null, { status: 304, headers: quoted(headers) });

const quoted = (headers: Headers) => ({ ...headers, etag: `"${headers.etag}"` });
