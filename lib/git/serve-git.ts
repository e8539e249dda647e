import "server-only";
import { answerFetch } from "./answer-fetch";
import { type FetchArguments, parseFetchArguments } from "./fetch-arguments";
import { heldAnswer } from "./held-answers";
import { listRefs } from "./list-refs";
import { errorPacket, flushPacket, packet } from "./pkt-line";
import { readGitCommand } from "./read-request";
import type { Repository } from "./repository";

/** What is told of a failure that comes after the answer has begun: the client sees only that it ends early. */
export type GitServer = {
  /** As it is at this moment; asked once for a request that needs it. */
  openRepository: () => Promise<Repository>;
  /** Called when a pack could not be sent to its end, or its reader went away. */
  onBroken: (cause: unknown) => void;
  /** Takes a place for one fetch and answers how it is given back; null while there is none. */
  claimPack: () => Promise<(() => void) | null>;
};

const oldClient =
  "This address speaks git's protocol version 2. Use git 2.26 or newer, or: git -c protocol.version=2 clone ...";
const readOnly = "This address is read-only: it is made from what was published.";
/** How soon somebody may come again who found every place taken. */
const retrySeconds = 5;
/** A reader that takes nothing for so long is gone, whatever its connection says. */
export const longestStallMs = 60_000;
/** In each minute for which it was waited for, a reader takes as much as this, or its place goes to somebody else. */
const leastBytes = 600 * 1024;

/**
 * Git's smart HTTP, protocol version 2, for reading alone (gitprotocol-http, gitprotocol-v2). `path` is what follows
 * the repository's address. Clients that ask for an older protocol get an answer that they show.
 */
export async function serveGit(server: GitServer, request: Request, path: string): Promise<Response> {
  if (path === "info/refs") return advertise(request);
  if (path === "git-receive-pack") return plain(403, readOnly);
  if (path !== "git-upload-pack")
    return plain(404, "There are no files here to look at: this is an address for git clone.");
  if (request.method !== "POST") return plain(405, "Send a POST request.", { Allow: "POST" });
  if (request.headers.get("content-type") !== "application/x-git-upload-pack-request")
    return plain(415, "The request is not application/x-git-upload-pack-request.");
  if (!asksForV2(request)) return result(errorPacket(oldClient));
  const read = await readGitCommand(request);
  if (!read.ok) return plain(read.error.status, read.error.message);
  const { command, args } = read.value;
  if (command === "ls-refs") return result(listRefs(await server.openRepository(), args));
  if (command !== "fetch")
    return result(
      errorPacket(`This server does not know the command ${JSON.stringify(command.slice(0, 60))}.`),
    );
  const asked = parseFetchArguments(args);
  if (!asked.ok) return result(errorPacket(asked.error));
  return answerInPlace(server, asked.value);
}

/** The place is taken before anything is looked up or planned, and kept until the last word. */
async function answerInPlace(server: GitServer, asked: FetchArguments): Promise<Response> {
  const giveBack = await server.claimPack();
  if (!giveBack)
    return plain(429, "Too many packs are under way. Try again in a moment.", {
      "Retry-After": String(retrySeconds),
    });
  try {
    const repository = await server.openRepository();
    const answer = heldAnswer(repository, asked, () => answerFetch(repository, asked));
    return send(answer, { giveBack, onBroken: server.onBroken });
  } catch (cause) {
    giveBack();
    throw cause;
  }
}

function advertise(request: Request): Response {
  if (request.method !== "GET" && request.method !== "HEAD")
    return plain(405, "Send a GET request.", { Allow: "GET, HEAD" });
  const service = new URL(request.url).searchParams.get("service");
  if (service === "git-receive-pack") return plain(403, readOnly);
  if (service !== "git-upload-pack")
    return plain(403, "This address needs a git that speaks smart HTTP (1.6.6 or newer).");
  const lines = asksForV2(request)
    ? [
        packet("version 2\n"),
        packet("agent=greenroom\n"),
        packet("ls-refs=unborn\n"),
        packet("fetch=shallow wait-for-done sideband-all\n"),
        packet("object-format=sha1\n"),
        flushPacket,
      ]
    : [packet("# service=git-upload-pack\n"), flushPacket, errorPacket(oldClient)];
  return new Response(new Uint8Array(Buffer.concat(lines)), {
    headers: { ...unstored, "Content-Type": "application/x-git-upload-pack-advertisement" },
  });
}

/** The header is a list of `key=value` between colons. */
const asksForV2 = (request: Request): boolean =>
  (request.headers.get("git-protocol") ?? "").split(":").includes("version=2");

const unstored = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
const resultHeaders = { ...unstored, "Content-Type": "application/x-git-upload-pack-result" };

const result = (bytes: Uint8Array): Response =>
  new Response(new Uint8Array(bytes), { headers: resultHeaders });

/** Git shows the text of a refusal to whoever waits for it. */
const plain = (status: number, message: string, headers: Record<string, string> = {}): Response =>
  new Response(`${message}\n`, {
    status,
    headers: { ...unstored, ...headers, "Content-Type": "text/plain; charset=utf-8" },
  });

type Sending = Pick<GitServer, "onBroken"> & { giveBack: () => void };

/** Piece by piece, the next one made when the reader has room for it. Who reads nothing for long gets no more. */
function send(pieces: AsyncGenerator<Buffer>, { giveBack, onBroken }: Sending): Response {
  let waiting: NodeJS.Timeout | undefined;
  const pace = watchPace();
  const end = () => {
    clearTimeout(waiting);
    giveBack();
  };
  const giveUp = async (cause: unknown) => {
    end();
    onBroken(cause);
    await pieces.return(undefined);
  };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(waiting);
        if (pace.isTooSlow()) {
          const slow = new Error("The reader reads too slowly.");
          controller.error(slow);
          return giveUp(slow);
        }
        try {
          const { done, value } = await pieces.next();
          if (done) {
            end();
            return controller.close();
          }
          controller.enqueue(value);
          pace.begin(value.length);
          waiting = setTimeout(() => {
            const stalled = new Error("The reader has read nothing for too long.");
            controller.error(stalled);
            void giveUp(stalled);
          }, longestStallMs);
          waiting.unref();
        } catch (cause) {
          end();
          onBroken(cause);
          controller.error(cause);
        }
      },
      cancel: giveUp,
    },
    { highWaterMark: 1 },
  );
  return new Response(body, { headers: resultHeaders });
}

/** How fast a reader is. Only the time counts in which a piece waited for it: to make the next may take long too. */
function watchPace() {
  let [waitedMs, bytes, since] = [0, 0, performance.now()];
  return {
    begin(size: number) {
      bytes += size;
      since = performance.now();
    },
    isTooSlow(): boolean {
      if (bytes > 0) waitedMs += performance.now() - since;
      if (waitedMs < longestStallMs) return false;
      const isSlow = bytes < leastBytes;
      [waitedMs, bytes] = [0, 0];
      return isSlow;
    },
  };
}
