import http from "node:http";
import { describe, expect, it } from "vitest";
import { admit, keepToRole, putUpDoor } from "./front-door.mjs";
import { readTrustedProxies } from "./trusted-proxies.mjs";

const trusts = readTrustedProxies("10.0.0.0/8");
const trace = "0af7651916cd43dd8448eb211c80319c";

function enter(remoteAddress, headers = {}) {
  const request = { headers: { host: "greenroom.test", ...headers }, socket: { remoteAddress } };
  const unbelieved = admit(request, trusts);
  const { traceparent, ...rest } = request.headers;
  return { headers: rest, traceparent, unbelieved };
}

const claims = {
  "x-forwarded-for": "198.51.100.1",
  "x-forwarded-host": "greenroom.example, inner.test",
  "x-forwarded-proto": "https",
  "x-forwarded-port": "443",
  "x-real-ip": "198.51.100.1",
  forwarded: "for=198.51.100.1",
};

describe("the front door", () => {
  it("takes away all that a stranger says of itself but the host it asked for", () => {
    const { headers, unbelieved } = enter("203.0.113.5", claims);
    expect(headers).toEqual({ host: "greenroom.test", "x-forwarded-for": "203.0.113.5" });
    expect(unbelieved).toBe("203.0.113.5");
  });

  it("believes a trusted proxy, and keeps one word of each", () => {
    const { headers, unbelieved } = enter("10.0.0.1", claims);
    expect(headers).toEqual({
      host: "greenroom.test",
      "x-forwarded-for": "198.51.100.1",
      "x-forwarded-host": "greenroom.example",
      "x-forwarded-proto": "https",
      "x-forwarded-port": "443",
    });
    expect(unbelieved).toBeNull();
  });

  it("takes nonsense from a proxy for nothing", () => {
    const nonsense = {
      "x-forwarded-host": "a b\u0000",
      "x-forwarded-proto": "gopher",
      "x-forwarded-port": "x",
    };
    expect(enter("10.0.0.1", nonsense).headers).toEqual({
      host: "greenroom.test",
      "x-forwarded-for": "10.0.0.1",
    });
  });

  it("leaves no address where the socket is gone, rather than one that the caller wrote", () => {
    expect(enter(undefined, claims).headers).toEqual({ host: "greenroom.test" });
  });

  it("stands before every request of a server, and remembers the first stranger who named another", async () => {
    putUpDoor("");
    const server = http.createServer(({ headers }, response) => response.end(headers["x-forwarded-for"]));
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const ask = async (claim) => {
      const headers = { "x-forwarded-for": claim };
      return (await fetch(`http://127.0.0.1:${server.address().port}/`, { headers })).text();
    };
    const seen = [await ask("198.51.100.1"), await ask("198.51.100.2"), await ask("198.51.100.3")];
    server.close();
    expect(seen).toEqual(["127.0.0.1", "127.0.0.1", "127.0.0.1"]);
    expect(globalThis[Symbol.for("greenroom.front-door")]).toEqual({ unbelieved: "127.0.0.1" });
  });

  it("goes on with the caller's trace under a step of its own", () => {
    const [version, id, step, flags] = enter("203.0.113.5", {
      traceparent: `00-${trace}-b7ad6b7169203331-00`,
    }).traceparent.split("-");
    expect([version, id, flags]).toEqual(["00", trace, "01"]);
    expect(step).toMatch(/^[0-9a-f]{16}$/);
    expect(step).not.toBe("b7ad6b7169203331");
  });

  it.each([undefined, "", "nonsense", `00-${"0".repeat(32)}-b7ad6b7169203331-00`, `00-${trace}-short-00`])(
    "begins a trace for %j",
    (traceparent) => {
      const given = enter("203.0.113.5", traceparent === undefined ? {} : { traceparent }).traceparent;
      expect(given).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
      expect(given).not.toContain(trace);
      expect(enter("203.0.113.5").traceparent).not.toBe(given);
    },
  );

  it("lets nobody but a watcher and its launcher into a worker", () => {
    const asked = (url, role) => {
      const request = { url };
      keepToRole(request, role);
      return request.url;
    };
    for (const url of ["/healthz", "/readyz", "/metrics", "/readyz?verbose", "/api/v1/health"])
      expect(asked(url, "worker")).toBe(url);
    const others = ["/", "/w/team", "/api/v1/workspaces", "/mcp/desk", "/d/x", "/healthz/x", "/metrics.json"];
    for (const url of [...others, "/api/v1/health/../keys", "//healthz", "/_next/static/a.js"])
      expect(asked(url, "worker")).toBe("/api/v1/not-of-a-worker");
    for (const role of ["all", "web"]) expect(asked("/w/team", role)).toBe("/w/team");
  });
});
