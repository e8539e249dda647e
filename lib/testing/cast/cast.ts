import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { api } from "@/lib/api/app";
import { auth, handleAuthRequest } from "@/lib/auth/adapters/better-auth";
import type { Db } from "@/lib/db/client";
import { callApi, sessionCookie } from "../api-session";
import { aColleague, aContext } from "../contexts";
import { aPackage } from "../packages";
import { keepLiveHost, liveHostIds } from "./cast-live-host";

/** Everybody who could send a request to one workspace, in the order of a permission table's columns. */
export const castColumns = [
  "viewer",
  "author",
  "reviewer",
  "admin",
  "owner",
  "stranger",
  "nobody",
  "key read",
  "key write",
  "key publish",
  "key rehearse",
  "key deliver",
] as const;

/** What a member of the cast puts into a request to be known. */
type Credentials = Record<string, string>;
const roles = ["viewer", "author", "reviewer", "admin", "owner"] as const;
const scopes = ["read", "write", "publish", "rehearse", "deliver"] as const;
const madeSchema = z.object({ key: z.string(), id: z.uuid() });
const identified = z.looseObject({ id: z.uuid() });

export type Cast = {
  workspace: string;
  /** By column. */
  credentials: ReadonlyMap<string, Credentials>;
  /** Of things in the workspace, by the name that addresses give them. */
  ids: Record<string, string>;
  /** Brings back what the last request may have ended: members, the comment, a host's key; another conversation. */
  reassemble(): Promise<void>;
};

/**
 * A workspace with a member of each role and a key of its owner for each scope, a skill with a version, an agent that
 * has it, a conversation with an ended run and a thread, an open review, and the owner's shared key for a host with a
 * conversation of it; and a stranger with a workspace of their own.
 */
export async function aCast(db: Db): Promise<Cast> {
  const owner = await aContext(db);
  const members = new Map<string, Context>([["owner", owner]]);
  for (const role of ["viewer", "author", "reviewer", "admin"] as const)
    members.set(role, await aColleague(owner, role));
  const credentials = new Map<string, Credentials>();
  for (const role of roles) {
    const member = members.get(role);
    if (member) credentials.set(role, { cookie: await sessionCookie(member) });
  }
  credentials.set("stranger", { cookie: await sessionCookie(await aContext(db)) });
  credentials.set("nobody", {});
  const cookie = credentials.get("owner")?.cookie ?? "";
  const ids = await furnish(owner, cookie);
  for (const scope of scopes) {
    const body = { name: scope, scopes: [scope], ...(scope === "deliver" ? { agent: "desk" } : {}) };
    const answer = await callApi("post", `/workspaces/${owner.workspace.slug}/keys`, { cookie, body });
    const { key } = madeSchema.parse(await answer.json());
    credentials.set(`key ${scope}`, { authorization: `Bearer ${key}` });
  }
  const workspaceId = owner.workspace.id;
  return {
    workspace: owner.workspace.slug,
    credentials,
    ids,
    async reassemble() {
      const { comment: id = "", thread: threadId = "" } = ids;
      await db.comment.upsert({
        where: { id },
        create: { id, threadId, workspaceId, authorId: owner.actor.userId, body: "Why?" },
        update: {},
      });
      if (!(await db.conversation.findUnique({ where: { id: ids.conversation ?? "" } })))
        ids.conversation = await converse(owner, cookie);
      await keepLiveHost(owner, ids);
      for (const [role, { actor }] of members)
        await db.member.upsert({
          where: { workspaceId_userId: { workspaceId, userId: actor.userId } },
          create: { workspaceId, userId: actor.userId, role: z.enum(roles).parse(role) },
          update: { role: z.enum(roles).parse(role) },
        });
    },
  };
}

async function furnish(owner: Context, cookie: string): Promise<Record<string, string>> {
  const base = `/workspaces/${owner.workspace.slug}`;
  const make = async (path: string, body: unknown, method = "post") => {
    const answer = await callApi(method, `${base}${path}`, { cookie, body });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  await aPackage(owner, { name: "notes", publishNote: "First" });
  await make("/agents", { name: "Desk" });
  await make("/agents/desk/assignments", { baseRevision: 1, items: [{ skill: "notes" }] }, "put");
  const conversation = await converse(owner, cookie);
  const run = identified.parse(await make(`/conversations/${conversation}/runs`, { message: "Hello" }));
  const changes = [{ op: "write", path: "references/more.md", text: "More." }];
  await make("/skills/notes/draft/changes", { baseRevision: 1, changes });
  await make("/skills/notes/reviews", { title: "Notes" });
  const thread = z
    .object({ id: z.uuid(), comments: z.array(identified) })
    .parse(await make("/threads", { review: 1, anchor: { kind: "general" }, body: "Why?" }));
  return {
    workspace: owner.workspace.slug,
    skill: "notes",
    agent: "desk",
    conversation,
    run: run.id,
    thread: thread.id,
    comment: thread.comments[0]?.id ?? "",
    ...liveHostIds(),
    number: "1",
    seq: "1",
    step: "1",
    position: "1",
    label: "staging",
    fingerprint: "0".repeat(64),
  };
}

async function converse({ workspace }: Context, cookie: string): Promise<string> {
  const path = `/workspaces/${workspace.slug}/conversations`;
  const answer = await callApi("post", path, { cookie, body: { agent: "desk" } });
  return identified.parse(await answer.json()).id;
}

let asked = 0;

export type CastRequest = {
  method: string;
  /** Below /api/v1, or from /api/auth on. */
  path: string;
  credentials: Credentials;
  body?: unknown;
};

/** The status of an answer; a stream is left as soon as it has begun. */
export async function statusOf({ method, path, credentials, body }: CastRequest): Promise<number> {
  asked += 1;
  const isAuth = path.startsWith("/api/auth/");
  const text = body === undefined ? null : body instanceof FormData ? body : JSON.stringify(body);
  const request = new Request(`http://greenroom.test${isAuth ? path : `/api/v1${path}`}`, {
    method,
    headers: {
      host: "greenroom.test",
      ...credentials,
      // Limits on guessing count by address: everybody comes from their own.
      "x-forwarded-for": `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`,
      ...(typeof text === "string"
        ? { "content-type": "application/json", "content-length": String(text.length) }
        : {}),
      ...(isAuth ? { origin: "http://greenroom.test" } : {}),
    },
    body: text,
  });
  const response = isAuth ? await handleAuthRequest(request) : await api.fetch(request);
  await response.body?.cancel();
  return response.status;
}

/** Every route that the sign-in library has, mounted or not. */
export function authOperations(): string[] {
  const operations = Object.values(auth().api).flatMap(({ path, options }) =>
    path === undefined ? [] : [options.method ?? "GET"].flat().map((method) => `${method} /api/auth${path}`),
  );
  return [...new Set(operations)].sort();
}
