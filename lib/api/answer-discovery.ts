import "server-only";
import { LRUCache } from "lru-cache";
import type { WorkspaceContext } from "@/lib/access/context";
import type { DeliverySource } from "@/lib/delivery/delivery-source";
import { discoveryPath, writeIndex } from "@/lib/discovery/discovery-index";
import { packArtifact } from "@/lib/discovery/pack-artifact";
import { type Discovered, type Discovery, readDiscovery } from "@/lib/discovery/read-discovery";
import { bodyHeaders } from "@/lib/platform/body-headers";
import { sha256 } from "@/lib/platform/crypto";
import { answerHeldText, type HeldText } from "./held-text";
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
  const discovery = await readDiscovery(context, source);
  const { listed } = discovery;
  if (isIndex) {
    if (asked === discoveryPath) return answerHeldText(request, wholeIndex(discovery, base), indexHeaders);
    const found = listed.filter((one) => asked === indexOf(one));
    return found.length === 0 ? null : answerHeldText(request, indexText(base, found), indexHeaders);
  }
  const skill = discovery.byPath.get(asked);
  if (!skill) return null;
  const etag = skill.artifact;
  if (isUnchanged(request, etag)) return notChanged({ etag, ...artifactHeaders });
  return inDownloadSlot(addressId, request, async () => {
    const archive = await packArtifact(context, skill.delivered);
    return answer(request, archive, { etag, ...artifactHeaders });
  });
}

/** Of what is found, the whole index by the address that it was asked at: nothing is written twice. */
const written = new WeakMap<Discovery, LRUCache<string, HeldText>>();
/** Each machine may have an address of its own; a hundred skills take 36 thousand. Characters. */
const mostWritten = 8_000_000;

function wholeIndex(discovery: Discovery, base: string): HeldText {
  const texts = written.get(discovery) ?? newTexts();
  written.set(discovery, texts);
  const text = texts.get(base) ?? indexText(base, discovery.listed);
  texts.set(base, text);
  return text;
}

const newTexts = () =>
  new LRUCache<string, HeldText>({ maxSize: mostWritten, sizeCalculation: ({ text }) => text.length });

function indexText(base: string, found: readonly Discovered[]): HeldText {
  const text = writeIndex(base, found);
  return { text, etag: sha256(text) };
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
function answer(request: Request, bytes: Uint8Array<ArrayBuffer>, headers: Headers): Response {
  return new Response(request.method === "HEAD" ? null : sendBytes(bytes), {
    headers: { ...quoted(headers), ...bodyHeaders(bytes.byteLength) },
  });
}

const notChanged = (headers: Headers): Response =>
  new Response(null, { status: 304, headers: quoted(headers) });

const quoted = (headers: Headers) => ({ ...headers, etag: `"${headers.etag}"` });
