import { createHash, randomUUID } from "node:crypto";
import { CLIENT_INFO_META_KEY, PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/server";
import { z } from "zod";

/**
 * Which conversation a request belongs to.
 *
 * The protocol of 2025 has sessions: `initialize` is answered with an `Mcp-Session-Id`, and each connection, mostly a
 * conversation, has its own. It holds the client's name, so that nothing is stored before the first call.
 *
 * That of 2026-07-28 has none, and nothing in a request tells one conversation from another. What a key's client asks is
 * one session until nobody has asked for an hour, and all its conversations share it: each is given a skill's text as
 * often as it asks, so that no model is told that it has what another has. Where something was published or withdrawn
 * since, a skill that is activated once more begins another one. A client that wants a repeat answered as a rehearsal
 * answers it names each conversation with the header `Greenroom-Session`.
 */
export type NamedSession = {
  /** What it is found by, of this key and this agent. */
  reference: string;
  /** What the client calls itself; null where it did not say. */
  client: string | null;
  /** It is one conversation, as its client says: what was told in it may be referred to. Otherwise several share it. */
  isOne: boolean;
  /** The `Mcp-Session-Id` that names it; null where none does. */
  id: string | null;
};

const clientSchema = z.looseObject({ name: z.string(), version: z.string().optional() });
const initializeSchema = z.looseObject({
  method: z.literal("initialize"),
  params: z.looseObject({ clientInfo: clientSchema.optional().catch(undefined) }),
});
const envelopeSchema = z.looseObject({
  params: z.looseObject({
    _meta: z.looseObject({
      [PROTOCOL_VERSION_META_KEY]: z.string(),
      [CLIENT_INFO_META_KEY]: clientSchema.optional().catch(undefined),
    }),
  }),
});

/** Null for an `Mcp-Session-Id` that this server gave nobody. */
export function nameSession(headers: Headers, body: unknown): NamedSession | null {
  const initialize = initializeSchema.safeParse(body);
  if (initialize.success) return newSession(nameOf(initialize.data.params.clientInfo));
  const envelope = envelopeSchema.safeParse(body);
  const id = headers.get(sessionHeader);
  if (id !== null && !envelope.success) return readSession(id);
  const client = envelope.success
    ? nameOf(envelope.data.params._meta[CLIENT_INFO_META_KEY])
    : nameOf({ name: headers.get("user-agent") ?? "" });
  const own = headers.get("greenroom-session");
  const mark = JSON.stringify([client, headers.get("user-agent"), own]);
  return { reference: `mcp ${digestOf(mark)}`, client, isOne: own !== null, id: null };
}

export const sessionHeader = "mcp-session-id";

/** The session of a connection, as its client sends it back with each request. */
export function readSession(id: string): NamedSession | null {
  const [, uuid, name = ""] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{0,400})$/.exec(id) ?? [];
  if (uuid === undefined) return null;
  const client = nameOf({ name: Buffer.from(name, "base64url").toString() });
  return { reference: `mcp ${uuid}`, client, isOne: true, id };
}

function newSession(client: string | null): NamedSession {
  const uuid = randomUUID();
  const id = `${uuid}.${Buffer.from(client ?? "").toString("base64url")}`;
  return { reference: `mcp ${uuid}`, client, isOne: true, id };
}

/** In one line that people can read; they are shown it. */
function nameOf(client: { name: string; version?: string | undefined } | undefined): string | null {
  const said = [client?.name, client?.version].join(" ").replace(/[^\x20-\x7E]+/g, " ");
  return said.replace(/ +/g, " ").trim().slice(0, longestName).trim() || null;
}

const longestName = 80;

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 40);
