import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { askServer, inWorkspace, readAnswer } from "./ask-server";
import { ClientError } from "./client-error";

type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;

async function aServer(handle: Handler) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    handle(request, response, seen.length);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const at = server.address();
  if (at === null || typeof at === "string") throw new Error("it listens on no port");
  const access = {
    address: `http://127.0.0.1:${at.port}`,
    workspace: "acme",
    agent: null,
    key: "grk_secret",
  };
  return { access, seen };
}
const failure = async (asked: Promise<unknown>): Promise<ClientError> => {
  const error = await asked.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof ClientError) return error;
  throw new Error(`not refused: ${String(error)}`);
};

describe("askServer", () => {
  it("sends the key and answers status, name and bytes", async () => {
    const { access, seen } = await aServer((_, response) => response.setHeader("etag", '"e"').end("{}"));
    const { status, etag, bytes } = await askServer(access, inWorkspace(access, "/skills"));
    expect([status, etag, Buffer.from(bytes).toString()]).toEqual([200, '"e"', "{}"]);
    expect(seen).toEqual(["GET /api/v1/workspaces/acme/skills Bearer grk_secret"]);
  });

  it("asks again for what broke off, and not for ever", async () => {
    const { access, seen } = await aServer((_, response, count) => {
      if (count < 3) response.destroy();
      else response.end("{}");
    });
    expect((await askServer(access, "/a")).status).toBe(200);
    expect(seen).toHaveLength(3);
    const gone = await aServer((_, response) => response.destroy());
    const error = await failure(askServer(gone.access, "/a"));
    expect([error.kind, error.message]).toEqual(["server", expect.stringContaining("cannot be reached")]);
    expect(gone.seen).toHaveLength(4);
  });

  it("never sends twice what changes something", async () => {
    const { access, seen } = await aServer((_, response) => response.destroy());
    const error = await failure(askServer(access, "/a", { method: "POST", body: {} }));
    expect([error.kind, seen.length]).toEqual(["server", 1]);
  });

  it("waits as Retry-After says, up to a minute", async () => {
    const { access, seen } = await aServer((_, response, count) => {
      response.statusCode = count === 1 ? 503 : 200;
      response.setHeader("retry-after", "1").end("{}");
    });
    expect((await askServer(access, "/a")).status).toBe(200);
    expect(seen).toHaveLength(2);
    const busy = await aServer((_, response) => {
      response.statusCode = 429;
      response.setHeader("retry-after", "61").end(JSON.stringify({ detail: "Later." }));
    });
    expect((await failure(askServer(busy.access, "/a"))).message).toContain("answered 429: Later.");
    expect(busy.seen).toHaveLength(1);
  });

  it("follows no redirect, whatever its kind", async () => {
    for (const status of [301, 302, 307, 308]) {
      const { access, seen } = await aServer((_, response) => {
        response.statusCode = status;
        response.setHeader("location", "https://elsewhere.example/x").end();
      });
      const error = await failure(askServer(access, "/a"));
      expect(error.message).toContain("leads on to https://elsewhere.example/x; the key was not sent there");
      expect(seen).toHaveLength(1);
    }
  });

  it("says what a refusal says, and never the key", async () => {
    const { access } = await aServer((request, response) => {
      response.statusCode = request.url === "/401" ? 401 : 403;
      response.end(JSON.stringify({ code: "FORBIDDEN", detail: "Your role is viewer.", details: { a: 1 } }));
    });
    const forbidden = await failure(askServer(access, "/403"));
    expect(forbidden.message).toContain("/w/acme answered 403: Your role is viewer.");
    expect(forbidden.details).toMatchObject({ status: 403, code: "FORBIDDEN", details: { a: 1 } });
    const unknown = await failure(askServer(access, "/401"));
    expect(unknown.message).toContain("does not accept this key");
    expect(forbidden.message + unknown.message).not.toContain("grk_secret");
  });

  it("takes a status that was asked for as an answer, with its problem", async () => {
    const { access } = await aServer((_, response) => {
      response.statusCode = 409;
      response.end(JSON.stringify({ detail: "Taken.", details: { files: [] } }));
    });
    const { status, problem } = await askServer(access, "/a", { takes: [409] });
    expect([status, problem.detail, problem.details]).toEqual([409, "Taken.", { files: [] }]);
  });

  it("stops reading where an answer has more than it may", async () => {
    const { access } = await aServer((_, response) => response.end("x".repeat(5_000)));
    expect((await failure(askServer(access, "/a", { most: 4_999 }))).message).toContain(
      "more than 4999 bytes",
    );
    expect((await askServer(access, "/a", { most: 5_000 })).bytes).toHaveLength(5_000);
  });
});

describe("askServer and a server that is slow", () => {
  /** Its limit of two minutes passes at once. */
  const hurry = () => {
    const real = AbortSignal.timeout.bind(AbortSignal);
    const spy = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => real(50));
    onTestFinished(() => spy.mockRestore());
  };

  it("takes an answer that comes in drops", async () => {
    const { access } = await aServer((_, response) => {
      const drops = [..."0123456789"];
      const drip = (): void => {
        const drop = drops.shift();
        if (drop === undefined) response.end();
        else response.write(drop, () => setImmediate(drip));
      };
      drip();
    });
    const { bytes } = await askServer(access, "/a");
    expect(Buffer.from(bytes).toString()).toBe("0123456789");
  });

  it("says how long it waited for one that never answers, and asks once", async () => {
    hurry();
    const { access, seen } = await aServer(() => undefined);
    const error = await failure(askServer(access, "/a", { method: "POST", body: {} }));
    expect([error.kind, error.message]).toEqual([
      "server",
      `${access.address} did not answer within 120 seconds.`,
    ]);
    expect(seen.length).toBeLessThan(2);
  });

  it("says the same of one that stops in the middle", async () => {
    hurry();
    const { access } = await aServer((_, response) => void response.write("{"));
    const error = await failure(askServer(access, "/a", { method: "POST", body: {} }));
    expect(error.message).toContain("did not answer within 120 seconds");
  });
});

describe("askServer and what is no problem document", () => {
  it.each([
    ["a page", "<html><h1>Bad gateway</h1></html>"],
    ["nothing", ""],
    ["a list", "[]"],
    ["a problem with a number for its words", '{"detail":7}'],
    ["half a document", '{"detail":"Broken'],
  ])("gives no reason for %s, and shows none of it", async (_, body) => {
    const { access } = await aServer((_request, response) => {
      response.writeHead(500).end(body);
    });
    const error = await failure(askServer(access, "/a"));
    expect(error.message).toBe(`${access.address}/w/acme answered 500: no reason was given`);
    expect(error.details).toMatchObject({ status: 500, code: "", details: {} });
  });

  it("shows no more than 500 characters of a reason", async () => {
    const { access } = await aServer((_, response) => {
      response.writeHead(422).end(JSON.stringify({ detail: "x".repeat(2_000) }));
    });
    expect((await failure(askServer(access, "/a"))).message).toMatch(/ 422: x{500}$/);
  });

  it("waits for no other refusal than 429 and 503, whatever it asks for", async () => {
    const { access, seen } = await aServer((_, response) => {
      response.writeHead(500, { "retry-after": "1" }).end("{}");
    });
    expect((await failure(askServer(access, "/a"))).details).toMatchObject({ status: 500 });
    expect(seen).toHaveLength(1);
  });

  it("names a redirect that leads nowhere, and no more than 200 characters of one", async () => {
    const { access } = await aServer((request, response) => {
      const long = request.url === "/long" ? { location: `/${"x".repeat(500)}` } : {};
      response.writeHead(302, long).end();
    });
    expect((await failure(askServer(access, "/none"))).message).toContain("leads on to another address;");
    expect((await failure(askServer(access, "/long"))).message).toMatch(/leads on to \/x{199}; the key/);
  });
});

describe("readAnswer", () => {
  const access = { address: "https://x.example", workspace: "acme", agent: null, key: "k" };
  const answer = (text: string) => ({
    status: 200,
    etag: null,
    bytes: Buffer.from(text),
    problem: { code: "", detail: "", details: {} },
    waitSeconds: 1,
  });
  const schema = z.object({ a: z.object({ b: z.number() }) });

  it("reads what it needs and passes over the rest", () => {
    expect(readAnswer(access, answer('{"a":{"b":1,"c":2},"d":3}'), schema)).toEqual({ a: { b: 1 } });
  });

  it.each(["", "<html>", '{"a":1}', '{"a":{"b":"1"}}'])("refuses %j", (text) => {
    expect(() => readAnswer(access, answer(text), schema)).toThrow("gave an answer that cannot be used");
  });
});
