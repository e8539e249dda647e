import { hc } from "hono/client";
import type { JSONValue } from "hono/utils/types";
import type { z } from "zod";
import type { accountRoutes } from "./routes/account-routes";
import type { agentRoutes } from "./routes/agent-routes";
import type { auditRoutes } from "./routes/audit-routes";
import type { comparisonRoutes } from "./routes/comparison-routes";
import type { inboxRoutes } from "./routes/inbox-routes";
import type { instanceRoutes } from "./routes/instance-routes";
import type { invitationRoutes } from "./routes/invitation-routes";
import type { keyRoutes } from "./routes/key-routes";
import type { libraryRoutes } from "./routes/library-routes";
import type { memberRoutes } from "./routes/member-routes";
import type { modelRoutes } from "./routes/model-routes";
import type { onboardingRoutes } from "./routes/onboarding-routes";
import type { personRoutes } from "./routes/person-routes";
import type { recordingRoutes } from "./routes/recording-routes";
import type { resetLinkRoutes } from "./routes/reset-link-routes";
import type { reviewRoutes } from "./routes/review-routes";
import type { runRoutes } from "./routes/run-routes";
import type { sessionRoutes } from "./routes/session-routes";
import type { workspaceRoutes } from "./routes/workspace-routes";

export type InstanceApi = typeof instanceRoutes;
export type WorkspaceApi = typeof workspaceRoutes;
export type MemberApi = typeof memberRoutes;
export type InvitationApi = typeof invitationRoutes;
export type PersonApi = typeof personRoutes;
export type AccountApi = typeof accountRoutes;
export type ResetLinkApi = typeof resetLinkRoutes;
export type AgentApi = typeof agentRoutes;
export type LibraryApi = typeof libraryRoutes;
export type ModelApi = typeof modelRoutes;
export type OnboardingApi = typeof onboardingRoutes;
export type KeyApi = typeof keyRoutes;
export type InboxApi = typeof inboxRoutes;
export type AuditApi = typeof auditRoutes;
export type SessionApi = typeof sessionRoutes;
export type RecordingApi = typeof recordingRoutes;
export type ReviewApi = typeof reviewRoutes;
export type RunApi = typeof runRoutes;
export type ComparisonApi = typeof comparisonRoutes;

const base = "/api/v1";

/** The REST API, typed; one client per module, so that types stay fast. */
export const client = {
  instance: hc<InstanceApi>(base),
  workspaces: hc<WorkspaceApi>(base),
  members: hc<MemberApi>(base),
  invitations: hc<InvitationApi>(base),
  person: hc<PersonApi>(base),
  accounts: hc<AccountApi>(base),
  resetLinks: hc<ResetLinkApi>(base),
  agents: hc<AgentApi>(base),
  models: hc<ModelApi>(base),
  onboarding: hc<OnboardingApi>(base),
  keys: hc<KeyApi>(base),
  inbox: hc<InboxApi>(base),
  audit: hc<AuditApi>(base),
  sessions: hc<SessionApi>(base),
  recordings: hc<RecordingApi>(base),
  runs: hc<RunApi>(base),
  comparisons: hc<ComparisonApi>(base),
  library: hc<LibraryApi>(base),
  reviews: hc<ReviewApi>(base),
};

export type InstanceClient = typeof client.instance;
export type WorkspaceClient = typeof client.workspaces;
export type InvitationClient = typeof client.invitations;
export type AccountClient = typeof client.accounts;
export type PersonClient = typeof client.person;
export type LibraryClient = typeof client.library;
export type AgentClient = typeof client.agents;
export type ModelClient = typeof client.models;
export type SessionClient = typeof client.sessions;
export type ReviewClient = typeof client.reviews;
export type RunClient = typeof client.runs;
export type ComparisonClient = typeof client.comparisons;
export type KeyClient = typeof client.keys;
export type InboxClient = typeof client.inbox;
export type AuditClient = typeof client.audit;

/** What the API said when it refused: `message` is fit for people, `code` and `details` for code. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
    readonly errors: readonly { path: string; message: string }[] = [],
    readonly traceId?: string,
    /** When the same request may succeed; null when the server said nothing of it. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }
}

type Answer = { ok: boolean; status: number; headers?: Headers; json(): Promise<unknown> };
type Body<R> = R extends { ok: true; json(): Promise<infer T> } ? Json<T> : never;
/** JSON has no `undefined`: what may be missing is missing. */
type Json<T> = JSONValue extends T
  ? z.core.util.JSONType
  : T extends object
    ? { [K in keyof T]: Json<Exclude<T[K], undefined>> }
    : T;

/** The body of a good answer; throws ApiError for a problem, and for no answer at all. */
export async function unwrap<R extends Answer>(pending: Promise<R>): Promise<Body<R>> {
  let response: R;
  try {
    response = await pending;
  } catch (error) {
    throw new ApiError(0, "UNREACHABLE", "The server does not answer. Check the connection and try again.", {
      cause: String(error),
    });
  }
  if (!response.ok) throw await apiErrorOf(response);
  return (response.status === 204 ? undefined : await response.json()) as Body<R>;
}

/** Reads problem+json; for anything else (a proxy's page) says what is known. */
export async function apiErrorOf(response: Answer): Promise<ApiError> {
  // Only when something went wrong: no page needs zod for its first paint.
  const { problemSchema } = await import("./problem-schema");
  const parsed = problemSchema.safeParse(await response.json().catch(() => null));
  if (!parsed.success) {
    return new ApiError(
      response.status,
      "UNKNOWN",
      `The server answered ${response.status} without a reason.`,
    );
  }
  const { status, code, title, detail, details, errors, traceId } = parsed.data;
  return new ApiError(status, code, detail || title, details, errors, traceId, retryAfterOf(response));
}

/** Of a problem of ours: seconds, never a date (RFC 9110, 10.2.3). */
function retryAfterOf({ headers }: Answer): number | null {
  const seconds = Number(headers?.get("retry-after") || Number.NaN);
  return Number.isInteger(seconds) && seconds >= 0 ? seconds : null;
}

/** Whether the same request may succeed later: no answer, no turn, no database, no room. */
export const mayPass = (error: unknown): error is ApiError =>
  error instanceof ApiError && [0, 429, 503, 507].includes(error.status);
