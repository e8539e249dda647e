import "server-only";
import { flushPacket, packet } from "@/lib/git/pkt-line";
import { type PushCommand, pushRequest } from "@/lib/git/push-request";
import { type PushPlace, readPushPlace } from "@/lib/git/read-push-place";
import { readPushReport } from "@/lib/git/read-push-report";
import { err, ok, type Result } from "@/lib/kernel/result";
import { createGuardedFetch, GuardError, isFetchTimeout } from "@/lib/platform/guarded-fetch";
import { askOverSsh, type SshAccess, type SshProblem } from "./ask-over-ssh";
import { tameWords } from "./failure-words";
import type { PushFailure } from "./mirror-options";

/** Where to push, and as whom; over ssh with `ssh`. */
export type Remote = { url: string; branch: string; userName: string; token: string | null; ssh?: SshAccess };

export type PushProblem = { kind: PushFailure; remoteSaid: string | null };
type Answer<T> = Result<T, PushProblem>;

/** Of an answer: two hundred thousand references, or a report with whatever a hook has to say. */
const mostAnswerBytes = 16 * 1024 * 1024;
const [lookMs, sendMs, silentMs] = [20_000, 180_000, 60_000];

let guarded: typeof fetch | undefined;
const guardedFetch: typeof fetch = (input, init) => {
  guarded ??= createGuardedFetch({ maxBytes: mostAnswerBytes, idleTimeoutMs: silentMs });
  return guarded(input, init);
};

const service = "git-receive-pack";
/** What stands before the same words over https. */
const announcement = Buffer.concat([packet(`# service=${service}\n`), flushPacket]);

/** Asks the remote what its branches are; nothing is changed there. Never throws. */
export async function lookAtRemote(remote: Remote, signal: AbortSignal): Promise<Answer<PushPlace>> {
  const asked = remote.ssh
    ? await askSsh(remote, remote.ssh, {
        body: null,
        wholeMs: lookMs,
        tooLong: "too-many-references",
        signal,
      })
    : await ask(remote, {
        path: `info/refs?service=${service}`,
        accept: `application/x-${service}-advertisement`,
        tooLong: "too-many-references",
        signal: AbortSignal.any([signal, AbortSignal.timeout(lookMs)]),
      });
  if (!asked.ok) return asked;
  const place = readPushPlace(asked.value);
  if (place.ok) return place;
  return fail(place.error === "sha256" ? "sha256" : "not-git");
}

export type Sending = { command: PushCommand; place: PushPlace; pack: Uint8Array };

/** Sends one command with its pack. Never throws; what was sent may be there although no answer came. */
export async function sendToRemote(
  remote: Remote,
  { command, place, pack }: Sending,
  signal: AbortSignal,
): Promise<Answer<true>> {
  const body = Buffer.concat([pushRequest(command, place), pack]);
  const asked = remote.ssh
    ? await askSsh(remote, remote.ssh, { body, wholeMs: sendMs, tooLong: "not-git", signal })
    : await ask(remote, {
        path: service,
        accept: `application/x-${service}-result`,
        tooLong: "not-git",
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(sendMs)]),
      });
  if (!asked.ok) return asked;
  const isBanded = place.capabilities.has("side-band-64k");
  const report = readPushReport(asked.value, { ref: command.ref, isBanded });
  if (report.ok) return report;
  if (report.error.kind === "unreadable") return fail("not-git");
  const { reason, said } = report.error;
  return fail(refusalOf(reason, said), tameWords(`${reason}. ${said}`, remote.token));
}

/** The receiver's words are not the same on every host; git's own are from its `receive-pack`. */
function refusalOf(reason: string, said: string): PushFailure {
  if (/fetch first|stale info|cannot lock ref|failed to (?:update|lock)|incorrect old value/i.test(reason))
    return "moved";
  return /protected/i.test(`${reason} ${said}`) ? "protected" : "rejected";
}

type SshAsking = Pick<Asking, "tooLong" | "signal"> & { body: Uint8Array | null; wholeMs: number };

/** What the program says of itself, or, where it was sent something, what it answers to that. */
async function askSsh(
  { url }: Remote,
  access: SshAccess,
  { body, wholeMs, tooLong, signal }: SshAsking,
): Promise<Answer<Uint8Array>> {
  const maxBytes = mostAnswerBytes;
  const question = { program: service, body, maxBytes, silentMs, wholeMs, signal } as const;
  const asked = await askOverSsh(url, access, question);
  if (!asked.ok) return fail(asked.error === "too-large" ? tooLong : sshFailure(asked.error));
  return ok(body ? asked.value.answer : new Uint8Array(Buffer.concat([announcement, asked.value.greeting])));
}

/** The old protocol is the one that is pushed in. */
const sshFailure = (problem: SshProblem): PushFailure => (problem === "old-protocol" ? "not-git" : problem);

type Asking = {
  path: string;
  accept: string;
  /** What it is when more is answered than is read. */
  tooLong: PushFailure;
  body?: Uint8Array<ArrayBuffer>;
  signal: AbortSignal;
};

async function ask(
  remote: Remote,
  { path, accept, tooLong, body, signal }: Asking,
): Promise<Answer<Uint8Array>> {
  try {
    const answer = await guardedFetch(`${remote.url.replace(/\/+$/, "")}/${path}`, {
      method: body ? "POST" : "GET",
      headers: {
        "User-Agent": "git/greenroom",
        Accept: accept,
        ...(body && { "Content-Type": `application/x-${service}-request` }),
        ...(remote.token !== null && { Authorization: authorization(remote.userName, remote.token) }),
      },
      ...(body && { body }),
      signal,
    });
    const isGit = answer.headers.get("content-type")?.split(";", 1)[0]?.trim() === accept;
    if (answer.status === 200 && isGit) return ok(new Uint8Array(await answer.arrayBuffer()));
    await answer.body?.cancel();
    return fail(answer.status === 200 ? "not-git" : (statuses[answer.status] ?? "remote-error"));
  } catch (error) {
    return fail(failureOf(error, { signal, tooLong }));
  }
}

const statuses: Readonly<Record<number, PushFailure>> = {
  400: "not-git",
  401: "credentials",
  403: "forbidden",
  404: "not-found",
  405: "not-git",
  410: "not-found",
  413: "too-large",
  415: "not-git",
  429: "busy",
};

const authorization = (userName: string, token: string): string =>
  `Basic ${Buffer.from(`${userName}:${token}`).toString("base64")}`;

function failureOf(error: unknown, { signal, tooLong }: Pick<Asking, "signal" | "tooLong">): PushFailure {
  if (error instanceof GuardError) {
    if (error.reason === "redirect") return "redirect";
    return error.reason === "too-large" ? tooLong : "address";
  }
  return signal.aborted || isFetchTimeout(error) ? "timeout" : "unreachable";
}

const fail = (kind: PushFailure, remoteSaid: string | null = null) => err({ kind, remoteSaid });
