import { describe, expect, it } from "vitest";
import { isReadOnTheWay, parseAddress, showPlace } from "./server-address";

describe("parseAddress", () => {
  it.each([
    ["https://x.example/w/acme", "https://x.example/w/acme"],
    ["https://x.example/w/acme/agents/desk", "https://x.example/w/acme/agents/desk"],
    [
      "https://x.example:8443/w/acme/agents/desk/revisions?revision=2#a",
      "https://x.example:8443/w/acme/agents/desk",
    ],
    ["https://x.example/w/acme/skills/notes", "https://x.example/w/acme"],
    ["https://x.example/api/v1/workspaces/acme/agents/desk/delivery", "https://x.example/w/acme/agents/desk"],
    ["http://127.0.0.1:3000/w/acme/", "http://127.0.0.1:3000/w/acme"],
  ])("reads %s", (text, shown) => {
    expect(showPlace(parseAddress(text))).toBe(shown);
  });

  it.each([
    ["acme", "is no address of a server"],
    ["ftp://x.example/w/acme", "is no address of a server"],
    ["file:///w/acme", "is no address of a server"],
    ["https://x.example", "has several workspaces"],
    ["https://x.example/login", "has several workspaces"],
    ["https://me:secret@x.example/w/acme", "holds no name or password"],
    ["https://x.example/w/a%2F..%2Fb", "is no name of a workspace"],
  ])("refuses %s", (text, said) => {
    expect(() => parseAddress(text)).toThrow(said);
  });
});

describe("isReadOnTheWay", () => {
  it("is true of http to another machine alone", () => {
    const read = (address: string) => isReadOnTheWay({ address, workspace: "w", agent: null });
    expect(["http://x.example", "http://10.0.0.1", "http://127.0.0.1.example"].map(read)).toEqual([
      true,
      true,
      true,
    ]);
    expect(
      ["https://x.example", "http://localhost:1", "http://127.0.0.1:2", "http://[::1]:3"].map(read),
    ).toEqual([false, false, false, false]);
  });
});
