import { describe, expect, it } from "vitest";
import { nameSession, readSession } from "./name-session";

const headers = (entries: Record<string, string> = {}) => new Headers(entries);
const initialize = (clientInfo: unknown) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { clientInfo },
});
const modern = (clientInfo: unknown) => ({
  method: "tools/list",
  params: {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": clientInfo,
    },
  },
});
const desk = { name: "desk-agent", version: "1.2" };

describe("a client of 2025", () => {
  it("gets a session of its own with each initialize, which it is known by afterwards", () => {
    const first = nameSession(headers(), initialize(desk));
    const second = nameSession(headers(), initialize(desk));
    expect(first).toMatchObject({ client: "desk-agent 1.2", isOne: true });
    expect(second?.reference).not.toBe(first?.reference);
    const later = nameSession(headers({ "mcp-session-id": first?.id ?? "" }), { method: "tools/call" });
    expect(later).toEqual(first);
  });

  it.each<[unknown, string | null]>([
    [undefined, null],
    [{ name: "" }, null],
    [{ name: 7 }, null],
    [{ name: " a\u0000b\r\nc\u202Ed " }, "a b c d"],
    [{ name: "x".repeat(500), version: "1" }, "x".repeat(80)],
    [{ name: "Zoë" }, "Zo"],
  ])("is called what it says, in one readable line: %j", (clientInfo, expected) => {
    expect(nameSession(headers(), initialize(clientInfo))?.client).toBe(expected);
  });

  it("is known by what it is otherwise, where it sends no session back", () => {
    const asked = { method: "tools/list", params: {} };
    const named = nameSession(headers({ "user-agent": "curl/8" }), asked);
    expect(named).toMatchObject({ client: "curl/8", isOne: false, id: null });
    expect(nameSession(headers({ "user-agent": "curl/8" }), asked)).toEqual(named);
    expect(nameSession(headers({ "user-agent": "other" }), asked)?.reference).not.toBe(named?.reference);
  });

  it.each([
    "",
    "x",
    "../..",
    `${"0".repeat(36)}.x`,
    "0a0a0a0a-0a0a-0a0a-0a0a-0a0a0a0a0a0a",
    `${"a".repeat(500)}`,
  ])("is told that a session is none of this server's: %.40s", (id) => {
    expect(readSession(id)).toBeNull();
    if (id !== "")
      expect(nameSession(headers({ "mcp-session-id": id }), { method: "tools/list" })).toBeNull();
  });
});

describe("a client of 2026", () => {
  it("has one session of each client, or of each name that it gives its conversations", () => {
    const plain = nameSession(headers(), modern(desk));
    expect(plain).toMatchObject({ client: "desk-agent 1.2", isOne: false, id: null });
    expect(nameSession(headers(), modern(desk))).toEqual(plain);
    const one = nameSession(headers({ "greenroom-session": "a" }), modern(desk));
    const other = nameSession(headers({ "greenroom-session": "b" }), modern(desk));
    expect([one?.isOne, other?.isOne]).toEqual([true, true]);
    expect(new Set([plain, one, other].map((named) => named?.reference)).size).toBe(3);
    expect(one?.reference.length).toBeLessThan(200);
  });

  it("has no session of 2025, whatever it sends", () => {
    expect(nameSession(headers({ "mcp-session-id": "x" }), modern(desk))).toEqual(
      nameSession(headers(), modern(desk)),
    );
  });
});
