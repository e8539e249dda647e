import "server-only";
import { archiveLimits } from "@/lib/bundles/archive-limits";
import { err, ok, type Result } from "@/lib/kernel/result";
import type { SshAccess } from "@/lib/mirrors/ask-over-ssh";
import { createGuardedFetch, GuardError, isFetchTimeout } from "@/lib/platform/guarded-fetch";
import type { SourceFailure } from "../source-options";
import { isDripping } from "./pace";

/** Who is asked, and as whom; over ssh with `ssh`. */
export type Remote = { url: string; userName: string; token: string | null; ssh?: SshAccess };

const MiB = 1024 * 1024;
/** Of one answer: what a remote can do, the names that it has, and a pack; an archive; an index, and what it lists. */
export const mostBytes = {
  capabilities: MiB,
  names: 4 * MiB,
  pack: archiveLimits.archiveBytes,
  archive: archiveLimits.archiveBytes,
  index: 4 * MiB,
  artifact: archiveLimits.archiveBytes,
  "registry-manifest": 4 * MiB,
  "registry-token": MiB,
} as const;
type Answers = keyof typeof mostBytes;
/** Until the head of an answer and between two pieces of it; and for the whole of it. */
export const [silentMs, wholeMs] = [30_000, 180_000];

const guarded: Partial<Record<Answers, typeof fetch>> = {};
const guardedFetch = (answers: Answers): typeof fetch => {
  guarded[answers] ??= createGuardedFetch({
    maxBytes: mostBytes[answers],
    idleTimeoutMs: silentMs,
    // Releases and archives of most hosts lie on another host of theirs.
    followsHosts: answers === "archive",
  });
  return guarded[answers];
};

type Asking = {
  url: string;
  answers: Answers;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array<ArrayBuffer>;
  /** The only content type that is read; any where it is left out. */
  contentType?: string;
  /** Told what a remote wants of who asks (`WWW-Authenticate`), where it lets nobody in like this. */
  onChallenge?: (challenge: string) => void;
  signal: AbortSignal;
};

/** Asks one thing of a remote through the guarded fetch. Never throws, and answers the bytes or why there are none. */
export async function askRemote(remote: Remote, asking: Asking): Promise<Result<Uint8Array, SourceFailure>> {
  const answer = await askAgain(remote, { ...asking, etag: null });
  if (!answer.ok) return answer;
  return answer.value === "unchanged" ? err("remote-error") : ok(answer.value.bytes);
}

/** What a remote answered, and what it calls that. */
type Answer = { bytes: Uint8Array; etag: string | null };

/** The same of something that was read before: "unchanged" where it is still what went by `etag`. */
export async function askAgain(
  { userName, token }: Remote,
  {
    url,
    answers,
    headers,
    body,
    contentType,
    onChallenge,
    signal: stop,
    etag,
  }: Asking & { etag: string | null },
): Promise<Result<Answer | "unchanged", SourceFailure>> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(wholeMs)]);
  const begunAt = performance.now();
  try {
    const answer = await guardedFetch(answers)(url, {
      method: body ? "POST" : "GET",
      headers: {
        "User-Agent": "git/greenroom",
        ...headers,
        ...(token !== null && { Authorization: authorization(url, userName, token) }),
        ...(etag !== null && { "If-None-Match": etag }),
      },
      ...(body && { body }),
      signal,
    });
    const got = answer.headers.get("content-type")?.split(";", 1)[0]?.trim();
    const isWanted = contentType === undefined || got === contentType;
    if (answer.status === 200 && isWanted) {
      const bytes = await readWhole(answer, begunAt);
      if (!bytes) return err("timeout");
      return ok({ bytes, etag: storableTag(answer.headers.get("etag")) });
    }
    await answer.body?.cancel();
    if (answer.status === 304 && etag !== null) return ok("unchanged");
    if (answer.status === 401) onChallenge?.(answer.headers.get("www-authenticate") ?? "");
    return err(answer.status === 200 ? "not-git" : (statuses[answer.status] ?? "remote-error"));
  } catch (error) {
    return err(failureOf(error, signal));
  }
}

/** Every byte of an answer; null for one that drips. */
async function readWhole({ body }: Response, begunAt: number): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece);
    size += piece.byteLength;
    if (isDripping({ ms: performance.now() - begunAt, bytes: size })) return null;
  }
  return new Uint8Array(Buffer.concat(pieces));
}

/** As it is sent again; null for one that is none. */
const storableTag = (etag: string | null): string | null =>
  etag !== null && /^(?:W\/)?"[\x21\x23-\x7e]{1,200}"$/.test(etag) ? etag : null;

const statuses: Readonly<Record<number, SourceFailure>> = {
  401: "credentials",
  403: "forbidden",
  404: "not-found",
  410: "not-found",
  413: "too-large",
  429: "busy",
};

/** GitLab's API knows no user names: it takes a token as such. */
const authorization = (url: string, userName: string, token: string): string =>
  userName === "" && URL.parse(url)?.pathname.startsWith("/api/v4/")
    ? `Bearer ${token}`
    : basicAuthorization(userName, token);

export const basicAuthorization = (userName: string, token: string): string =>
  `Basic ${Buffer.from(`${userName || "x-access-token"}:${token}`).toString("base64")}`;

function failureOf(error: unknown, signal: AbortSignal): SourceFailure {
  if (error instanceof GuardError) {
    if (error.reason === "redirect") return "redirect";
    return error.reason === "too-large" ? "too-large" : "address";
  }
  return signal.aborted || isFetchTimeout(error) ? "timeout" : "unreachable";
}
