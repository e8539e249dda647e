/** Carries what the sign-in routes said when they refused. They are not part of the REST API. */
export class AuthError extends Error {
  override readonly name = "AuthError";

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const known: Record<string, string> = {
  INVALID_PASSWORD: "The password is not right.",
  INVALID_CODE: "This code is not right. Codes change every 30 seconds: type the one that shows now.",
  USED_CODE: "This code was used already. Wait for the next one.",
  INVALID_BACKUP_CODE: "This is none of your backup codes, or it was used already.",
  INVALID_TWO_FACTOR_COOKIE: "This step has expired. Sign in again.",
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "Too many wrong codes. Sign in again.",
  ACCOUNT_TEMPORARILY_LOCKED: "Too many wrong codes. No code is taken for a quarter of an hour.",
};

/** The body of a good answer; throws AuthError, in words. */
export async function postToAuth(path: string, body: object): Promise<unknown> {
  const response = await fetch(`/api/auth/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (!response)
    throw new AuthError(0, "UNREACHABLE", "The server does not answer. Check the connection and try again.");
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  const { refusalSchema } = await import("@/lib/auth/refusal-schema");
  const { data } = refusalSchema.safeParse(answer);
  const code = data?.code ?? "UNKNOWN";
  const message = known[code] ?? data?.message;
  throw new AuthError(response.status, code, message ?? `The server answered ${response.status}.`);
}

/** Sends the browser to the sign-in provider; resolves when it is on its way. */
export async function goToProvider(path: "oidc/start" | "oidc/connect", body: object): Promise<void> {
  const answer = await postToAuth(path, body);
  const { z } = await import("zod");
  window.location.assign(z.object({ url: z.url() }).parse(answer).url);
}
