import "server-only";
import { hc } from "hono/client";
import { headers } from "next/headers";
import { api } from "./app";
import type {
  AccountApi,
  AgentApi,
  AuditApi,
  ComparisonApi,
  InboxApi,
  InstanceApi,
  InvitationApi,
  KeyApi,
  LibraryApi,
  ModelApi,
  PersonApi,
  ReviewApi,
  SessionApi,
  WorkspaceApi,
} from "./client";

/** Goes straight into the Hono app, with the visitor's cookie: no HTTP hop, same validation, same permissions. */
async function inProcess(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const visitor = await headers();
  for (const name of ["cookie", "traceparent", "x-forwarded-for"]) {
    const value = visitor.get(name);
    if (value !== null) request.headers.set(name, value);
  }
  return api.fetch(request);
}

const base = "http://in-process/api/v1";
export const serverClient = {
  instance: hc<InstanceApi>(base, { fetch: inProcess }),
  workspaces: hc<WorkspaceApi>(base, { fetch: inProcess }),
  person: hc<PersonApi>(base, { fetch: inProcess }),
  accounts: hc<AccountApi>(base, { fetch: inProcess }),
  agents: hc<AgentApi>(base, { fetch: inProcess }),
  models: hc<ModelApi>(base, { fetch: inProcess }),
  sessions: hc<SessionApi>(base, { fetch: inProcess }),
  keys: hc<KeyApi>(base, { fetch: inProcess }),
  invitations: hc<InvitationApi>(base, { fetch: inProcess }),
  inbox: hc<InboxApi>(base, { fetch: inProcess }),
  audit: hc<AuditApi>(base, { fetch: inProcess }),
  comparisons: hc<ComparisonApi>(base, { fetch: inProcess }),
  library: hc<LibraryApi>(base, { fetch: inProcess }),
  reviews: hc<ReviewApi>(base, { fetch: inProcess }),
};
