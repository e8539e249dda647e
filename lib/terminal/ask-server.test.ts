import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
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

describe("readAnswer", () => {
  const access = { address: "https://x.example", workspace: "acme", agent: null, key: "k" };
  const answer = (text: string) => ({
    ...{ status: 200, etag: null, bytes: Buffer.from(text) },
    problem: { code: "", detail: "", details: {} },
  });
  const schema = z.object({ a: z.object({ b: z.number() }) });

  it("reads what it needs and passes over the rest", () => {
    expect(readAnswer(access, answer('{"a":{"b":1,"c":2},"d":3}'), schema)).toEqual({ a: { b: 1 } });
  });

  it.each(["", "<html>", '{"a":1}', '{"a":{"b":"1"}}'])("refuses %j", (text) => {
    expect(() => readAnswer(access, answer(text), schema)).toThrow("gave an answer that cannot be used");
  });
});
