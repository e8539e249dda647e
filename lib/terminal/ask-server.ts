import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { ClientError } from "./client-error";
import { type Place, showPlace } from "./server-address";

/** Where a request goes, and the key that opens it. */
export type Access = Place & { key: string };

type Request = {
  method?: "GET" | "HEAD" | "POST";
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  /** Of the answer, in bytes. */
  most?: number;
  /** Statuses that are answers, besides those of success. */
  takes?: readonly number[];
  /** Ends it where nobody waits for the answer any more; it throws then. */
  signal?: AbortSignal;
  /** Asked twice it does the same as once, so that what broke may be asked again. Reads are. */
  repeatable?: boolean;
  /** For how many seconds it is asked again while no server answers; without it, a few times. */
  patienceSeconds?: number;
};

/** `waitSeconds`: before the same is asked again. */
export type Answer = {
  status: number;
  etag: string | null;
  bytes: Uint8Array;
  problem: Problem;
  waitSeconds: number;
};

const problemSchema = z.object({
  code: z.string().catch(""),
  detail: z.string().catch(""),
  details: z.record(z.string(), z.unknown()).catch({}),
});
export type Problem = z.infer<typeof problemSchema>;
const noProblem: Problem = { code: "", detail: "", details: {} };

const MiB = 1024 * 1024;
const timeoutMs = 120_000;
/** Of what may be repeated: what broke is asked for again, as a server may be going and another coming. */
const attempts = 4;
/** Said by what stands before a server that is not there. */
const gatewayStatuses: readonly number[] = [502, 504];
/** Between two questions to a server that is away. */
const longestPauseSeconds = 15;
/** Longer is not waited for. */
const longestWaitSeconds = 60;

/** Below a workspace: "/skills" becomes the whole path of the API. */
export const inWorkspace = ({ workspace }: Place, path: string): string =>
  `/api/v1/workspaces/${workspace}${path}`;

/** Asks a server. The key goes to its address alone: an answer that leads elsewhere is refused. */
export async function askServer(access: Access, path: string, request: Request = {}): Promise<Answer> {
  const { method = "GET", repeatable = method !== "POST", patienceSeconds = 0, signal } = request;
  const until = performance.now() + patienceSeconds * 1_000;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await askOnce(access, path, request).catch((error: unknown) => {
      if (error instanceof ClientError) throw error;
      return { broken: error };
    });
    signal?.throwIfAborted();
    const isLast = attempt >= attempts && performance.now() >= until;
    const pause = Math.min(2 ** (attempt - 2), longestPauseSeconds);
    if ("broken" in answer) {
      if (isLast || !repeatable) throw unreachable(access, answer.broken);
      await seconds(pause, signal);
      continue;
    }
    const { status, waitSeconds } = answer;
    const isAway = repeatable && gatewayStatuses.includes(status);
    const mayWait = isAway || ((status === 429 || status === 503) && waitSeconds <= longestWaitSeconds);
    if (!mayWait || isLast) return requireTaken(access, answer, request);
    await seconds(isAway ? pause : waitSeconds, signal);
  }
}

async function askOnce(access: Access, path: string, request: Request) {
  const { method = "GET", headers = {}, body, most = 8 * MiB, signal } = request;
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await fetch(new URL(path, access.address), {
    method,
    redirect: "manual",
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    headers: {
      authorization: `Bearer ${access.key}`,
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { status } = response;
  const bytes = await readAtMost(response, most);
  const waitSeconds = Number(response.headers.get("retry-after") ?? 1) || 1;
  const location = response.headers.get("location") ?? "";
  const problem = status >= 400 ? readProblem(bytes) : noProblem;
  return { status, etag: response.headers.get("etag"), bytes, problem, waitSeconds, location };
}

async function readAtMost(response: Response, most: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    const bytes: Uint8Array = piece;
    size += bytes.length;
    if (size > most)
      throw new ClientError("server", `The server's answer has more than ${most} bytes, which is not right.`);
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}

function readProblem(bytes: Uint8Array): Problem {
  try {
    return problemSchema.catch(noProblem).parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return noProblem;
  }
}

function requireTaken(
  access: Access,
  answer: Answer & { location: string },
  { takes = [] }: Request,
): Answer {
  const { status, etag, bytes, problem, location, waitSeconds } = answer;
  if ((status >= 200 && status < 300) || takes.includes(status))
    return { status, etag, bytes, problem, waitSeconds };
  const where = showPlace(access);
  const details = { status, ...problem };
  if (status >= 300 && status < 400)
    throw new ClientError(
      "server",
      `${where} leads on to ${location.slice(0, 200) || "another address"}; the key was not sent there. If that is right, log in with the new address.`,
      { status },
    );
  if (status === 401)
    throw new ClientError(
      "server",
      `${where} does not accept this key: it is wrong, revoked or expired. Make another one and run greenroom login ${where}.`,
      { status },
    );
  throw new ClientError(
    "server",
    `${where} answered ${status}: ${problem.detail.slice(0, 500) || "no reason was given"}`,
    details,
  );
}

function unreachable(access: Access, error: unknown): ClientError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
  const timedOut = error instanceof Error && error.name === "TimeoutError";
  return new ClientError(
    "server",
    timedOut
      ? `${access.address} did not answer within ${timeoutMs / 1000} seconds.`
      : `${access.address} cannot be reached${code}. Is the address right, and the server up?`,
    {},
    { cause: error },
  );
}

const seconds = (count: number, signal: AbortSignal | undefined): Promise<void> =>
  sleep(count * 1_000, undefined, signal ? { signal } : {});

/** What an answer says, read by what the client needs of it: a server of another release may say more. */
export function readAnswer<T>(access: Access, { bytes }: Answer, schema: z.ZodType<T>): T {
  let value: unknown = null;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // Something between here and the server answered; it is told below like every wrong answer.
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where =
    issue && issue.path.length > 0 ? ` (${issue.path.map(String).join(".")}: ${issue.message})` : "";
  throw new ClientError(
    "server",
    `${showPlace(access)} gave an answer that cannot be used${where}. Nothing was written.`,
  );
}
