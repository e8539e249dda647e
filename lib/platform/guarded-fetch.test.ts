import { createServer, type RequestListener, type Server } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { checkAddress, createGuardedFetch, type GuardOptions } from "./guarded-fetch";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** The address of a real server on this machine, such as a guarded fetch must not reach by itself. */
async function aServer(listener: RequestListener): Promise<{ url: string; host: string; port: number }> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return { url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, port };
}

const guarded = (overrides: Partial<GuardOptions> = {}) =>
  createGuardedFetch({ allowedHosts: [], ...overrides });
const reasonOf = (address: string, allowedHosts: string[] = []) => {
  try {
    return checkAddress(address, allowedHosts).href;
  } catch (error) {
    return z.object({ reason: z.string() }).parse(error).reason;
  }
};

describe("an address that is not asked at all", () => {
  it.each([
    "https://169.254.169.254/latest/meta-data/",
    "https://127.0.0.1:5432",
    "https://[::1]/",
    "https://0/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://017700000001/",
    "https://127.1/",
    "https://[::ffff:10.0.0.1]/",
    "https://[::ffff:a9fe:a9fe]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[fd00:ec2::254]/",
    "https://10.0.0.1/",
    "https://100.100.100.200/",
    "https://192.168.0.10/",
    "https://１２７.0.0.1/",
  ])("%s lies on a private network", (address) => expect(reasonOf(address)).toBe("private-address"));

  it.each([
    "http://example.com/",
    "http://169.254.169.254/latest/meta-data/",
    "http://2130706433/",
    "file:///etc/passwd",
    "gopher://example.com/",
    "ext::sh -c id",
    "git://example.com/x",
    "ssh://-oProxyCommand=x",
    "ftp://example.com/",
    "data:text/plain,x",
    "javascript:alert(1)",
  ])("%s is not https", (address) => expect(reasonOf(address)).toBe("scheme"));

  it("carries no name or password", () => {
    expect(reasonOf("https://user:secret@example.com/")).toBe("user-info");
    expect(reasonOf("https://api.example.com@127.0.0.1/")).toBe("user-info");
  });

  it("is an address", () => expect(reasonOf("not one")).toBe("not-an-address"));
});

describe("a listed host", () => {
  it("is reached over http, on the port listed or on every port", () => {
    expect(reasonOf("http://127.0.0.1:11434/v1", ["127.0.0.1:11434"])).toBe("http://127.0.0.1:11434/v1");
    expect(reasonOf("http://127.0.0.1:5432/", ["127.0.0.1:11434"])).toBe("scheme");
    expect(reasonOf("http://ollama/", ["ollama"])).toBe("http://ollama/");
    expect(reasonOf("http://ollama/", ["ollama:80"])).toBe("http://ollama/");
    expect(reasonOf("https://[::1]:8443/", ["[::1]:8443"])).toBe("https://[::1]:8443/");
    expect(reasonOf("https://[::1]/", ["::1"])).toBe("https://[::1]/");
  });

  it("answers", async () => {
    const { url, host } = await aServer((_, response) => response.end("hello"));
    const answer = await guarded({ allowedHosts: [host] })(url);
    expect(await answer.text()).toBe("hello");
  });

  it("gets method, headers and body as they were given", async () => {
    const { url, host } = await aServer(async (request, response) => {
      const body = await Array.fromAsync(request, String);
      response.end(JSON.stringify([request.method, request.headers["x-key"], body.join("")]));
    });
    const answer = await guarded({ allowedHosts: [host] })(url, {
      method: "POST",
      headers: { "x-key": "k" },
      body: '{"a":1}',
    });
    expect(await answer.json()).toEqual(["POST", "k", '{"a":1}']);
  });
});

describe("a name", () => {
  const names = (...addresses: string[]): Partial<GuardOptions> => ({
    resolve: async () => addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
  });

  it.each([["127.0.0.1"], ["169.254.169.254"], ["::1"], ["::ffff:10.0.0.1"], ["93.184.216.34", "10.0.0.1"]])(
    "that means %s %s is refused",
    async (...addresses) => {
      const sent = guarded(names(...addresses))("https://rebound.example/");
      await expect(sent).rejects.toMatchObject({ name: "GuardError", reason: "private-address" });
    },
  );

  it("is resolved once for a connection, which then goes to the address that was checked", async () => {
    const { port } = await aServer((_, response) => response.end("reached"));
    const answers = [["93.184.216.34"], ["127.0.0.1"]];
    let asked = 0;
    const sent = guarded({
      connectTimeoutMs: 300,
      resolve: async () => (answers[asked++] ?? []).map((address) => ({ address, family: 4 })),
    })(`https://rebound.example:${port}/`);
    await expect(sent).rejects.toThrow();
    expect(asked).toBe(1);
  });

  it("without an address is said to have none", async () => {
    const sent = guarded(names())("https://nowhere.example/");
    await expect(sent).rejects.toMatchObject({ cause: { message: "nowhere.example has no address" } });
  });
});

describe("a redirect", () => {
  it("on the same host is followed for reading, and looked at again", async () => {
    const { url, host } = await aServer((request, response) => {
      if (request.url === "/there") return response.end("arrived");
      response.writeHead(302, { location: "/there" }).end();
    });
    expect(await (await guarded({ allowedHosts: [host] })(url)).text()).toBe("arrived");
  });

  it.each(["http://169.254.169.254/", "https://elsewhere.example/", "file:///etc/passwd", "http://["])(
    "to %s is not followed",
    async (location) => {
      const { url, host } = await aServer((_, response) => response.writeHead(307, { location }).end());
      const sent = guarded({ allowedHosts: [host] })(url);
      await expect(sent).rejects.toMatchObject({ reason: "redirect" });
    },
  );

  it("of something sent is not followed: the key would go along", async () => {
    const { url, host } = await aServer((_, response) =>
      response.writeHead(307, { location: "/there" }).end(),
    );
    const sent = guarded({ allowedHosts: [host] })(url, { method: "POST", body: "x" });
    await expect(sent).rejects.toMatchObject({ reason: "redirect" });
  });

  it("to another host is followed where that is wanted, and who asks is told to the first alone", async () => {
    const seen: (string | undefined)[] = [];
    const other = await aServer((request, response) => {
      seen.push(request.headers.authorization);
      response.end(request.url);
    });
    const { url, host } = await aServer((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(302, { location: `${other.url}/there` }).end();
    });
    const fetchThere = guarded({ allowedHosts: [host, other.host], followsHosts: true });
    const answer = await fetchThere(url, { headers: { authorization: "Basic c2VjcmV0" } });
    expect(await answer.text()).toBe("/there");
    expect(seen).toEqual(["Basic c2VjcmV0", undefined]);
  });

  it.each([
    ["https://169.254.169.254/latest", "private-address"],
    ["https://10.0.0.1/", "private-address"],
    ["http://[::1]/", "scheme"],
    ["http://elsewhere.example/", "scheme"],
    ["https://ines:secret@elsewhere.example/", "user-info"],
    ["file:///etc/passwd", "redirect"],
    ["gopher://elsewhere.example/", "redirect"],
  ])("to %s is not followed even then", async (location, reason) => {
    const { url, host } = await aServer((_, response) => response.writeHead(302, { location }).end());
    const sent = guarded({ allowedHosts: [host], followsHosts: true })(url);
    await expect(sent).rejects.toMatchObject({ reason });
  });

  it("that never ends does", async () => {
    const { url, host } = await aServer((_, response) => response.writeHead(302, { location: "/" }).end());
    await expect(guarded({ allowedHosts: [host] })(url)).rejects.toMatchObject({ reason: "redirect" });
  });
});

describe("an answer without end", () => {
  it("is cut at the limit, however it goes on", async () => {
    let open = true;
    const { url, host } = await aServer(async (request, response) => {
      request.socket.on("close", () => {
        open = false;
      });
      while (open) {
        response.write("x".repeat(1_000));
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    });
    const answer = await guarded({ allowedHosts: [host], maxBytes: 20_000 })(url);
    await expect(answer.text()).rejects.toMatchObject({ reason: "too-large" });
    await expect.poll(() => open).toBe(false);
  });

  it("is cut by its size unpacked, not by what came over the wire", async () => {
    const { url, host } = await aServer((_, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(5_000_000))),
    );
    const answer = await guarded({ allowedHosts: [host], maxBytes: 1_000_000 })(url);
    await expect(answer.arrayBuffer()).rejects.toMatchObject({ reason: "too-large" });
  });

  it("that ends before its stated length fails", async () => {
    const { url, host } = await aServer((_, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("short");
      setImmediate(() => response.destroy());
    });
    const answer = await guarded({ allowedHosts: [host] })(url);
    await expect(answer.text()).rejects.toThrow();
  });

  it("that falls silent is given up", async () => {
    const { url, host } = await aServer((_, response) => {
      response.write("one piece");
    });
    const answer = await guarded({ allowedHosts: [host], idleTimeoutMs: 50 })(url);
    await expect(answer.text()).rejects.toThrow();
  });

  it("that never begins is given up", async () => {
    const { url, host } = await aServer(() => {});
    await expect(guarded({ allowedHosts: [host], idleTimeoutMs: 50 })(url)).rejects.toThrow();
  });

  it("ends when the asker goes", async () => {
    const { url, host } = await aServer(() => {});
    const signal = AbortSignal.timeout(20);
    await expect(guarded({ allowedHosts: [host] })(url, { signal })).rejects.toThrow();
  });
});
