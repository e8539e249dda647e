import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { sendJson, serveDelivery } from "@/lib/testing/delivery/stub-delivery";
import { aTerminal } from "@/lib/testing/delivery/terminals";
import { writeFiles } from "@/lib/testing/folders";
import type { Terminal } from "./terminal";

const keys = { file: "grk_from_a_file", input: "grk_from_input", env: "grk_from_env", typed: "grk_typed_by" };

/** A server that takes every key of an agent and of a workspace, and remembers which it was given. */
async function aDesk(part: Partial<Terminal> = {}) {
  const server = await serveDelivery([]);
  server.answer((response, { path: asked }) =>
    asked.includes("/agents/")
      ? sendJson(response, 404, { code: "NOT_FOUND", detail: "There is no such file." })
      : sendJson(response, 200, { items: [], total: 0 }),
  );
  const client = aTerminal(part);
  const given = () => server.requests.map(({ headers }) => headers.authorization?.replace("Bearer ", ""));
  const stored = (): { agent: string | null; key: string }[] =>
    JSON.parse(readFileSync(path.join(client.terminal.configFolder, "servers.json"), "utf8")).servers;
  return { ...server, ...client, given, stored };
}

describe("the key of a login", () => {
  const readInput = async () => `${keys.input}\n`;
  const asking = { readInput, ask: async () => keys.typed };
  const everything = { ...asking, settings: { address: undefined, key: keys.env } };
  const sources: [string, string[], Partial<Terminal>, string][] = [
    ["a file, before all others", ["--key-file", "key.txt"], everything, keys.file],
    ["standard input where that is named", ["--key-file", "-"], everything, keys.input],
    ["GREENROOM_KEY before the terminal", [], everything, keys.env],
    ["the terminal before standard input", [], asking, keys.typed],
    ["standard input where nobody can be asked", [], { readInput }, keys.input],
  ];

  it.each(sources)("comes from %s", async (_, argv, part, key) => {
    const { run, home, agent, given, stored } = await aDesk(part);
    writeFiles(home, { "key.txt": `${keys.file}\n` });
    const { code, out, err } = await run("login", agent, ...argv, "--verbose");
    expect([code, err]).toEqual([0, ""]);
    expect([given(), stored().map((one) => one.key)]).toEqual([[key], [key]]);
    for (const one of Object.values(keys)) expect(out).not.toContain(one);
  });

  it("may stand in a file of another system, with its marks and line ends", async () => {
    const { run, home, agent, stored } = await aDesk();
    writeFiles(home, { "folder/key.txt": `\ufeff  ${keys.file}\r\n\r\n` });
    expect((await run("login", agent, "--key-file", "folder/key.txt")).code).toBe(0);
    expect(stored()).toMatchObject([{ agent: "desk", key: keys.file }]);
  });

  it("is asked for unseen, and the address before it, seen", async () => {
    const asked: string[][] = [];
    const server = await serveDelivery([]);
    const answers = [` ${server.agent} `, ` ${keys.typed} `];
    const { run, terminal } = aTerminal({
      ask: async (question, typing) => {
        asked.push([question, typing]);
        return answers.shift() ?? null;
      },
    });
    expect((await run("login")).code).toBe(0);
    expect(asked).toEqual([
      ["Address: ", "shown"],
      ["Key: ", "hidden"],
    ]);
    expect(statSync(path.join(terminal.configFolder, "servers.json")).mode & 0o777).toBe(0o600);
  });

  it.each([
    ["none at all", "", "No key was given. Make one under Settings > API keys"],
    ["blanks", " \n\t\n", "No key was given."],
    ["two words", "grk_one grk_two", "That is no key: a key begins with grk_"],
    ["two lines", "grk_of_one\ngrk_of_two", "That is no key"],
    ["a header", "grk_one\r\nHost: elsewhere", "That is no key"],
    ["other letters", "grk_\u043a\u043b\u044e\u0447\u043a\u043b\u044e\u0447", "That is no key"],
    ["something hidden", "grk_one\u200bgrk_two", "That is no key"],
    ["too short a text", "grk_a", "That is no key"],
    ["a whole file", "x".repeat(100_000), "That is no key"],
  ])("is refused before anything is asked: %s", async (_, text, said) => {
    const { run, home, agent, requests, terminal } = await aDesk({ readInput: async () => text });
    writeFiles(home, { "key.txt": text });
    for (const from of ["key.txt", "-"]) {
      const { code, out, err, document } = await run("login", agent, "--key-file", from, "--json");
      expect([code, document()]).toMatchObject([64, { command: "login", error: { kind: "usage" } }]);
      expect(err).toContain(said);
      if (text.trim() !== "") expect(out + err).not.toContain(text.trim());
    }
    expect([requests.length, existsSync(terminal.configFolder)]).toEqual([0, false]);
  });

  it("says where a file of it cannot be read", async () => {
    const { run, home, agent, requests } = await aDesk();
    mkdirSync(path.join(home, "folder"));
    const missing = await run("login", agent, "--key-file", "missing.txt", "--json");
    expect([missing.code, missing.err]).toEqual([
      4,
      `Error: ${path.join(home, "missing.txt")} cannot be read: it does not exist (ENOENT).\n`,
    ]);
    expect(missing.document()).toMatchObject({ ok: false, error: { kind: "machine" } });
    const folder = await run("login", agent, "--key-file", "folder");
    expect([folder.code, folder.err]).toEqual([4, expect.stringContaining("(EISDIR)")]);
    expect(requests).toHaveLength(0);
  });
});

describe("the address of a login", () => {
  it("comes from GREENROOM_ADDRESS where none is named", async () => {
    const server = await serveDelivery([]);
    const settings = { address: server.agent, key: keys.env };
    const { run } = aTerminal({ settings });
    expect((await run("login")).out).toContain(`Logged in to ${server.agent}.`);
  });

  it("keeps one key for each place: the last one that worked", async () => {
    let key = "grk_the_first";
    const { run, agent, workspace, stored, answer } = await aDesk({ readInput: async () => key });
    await run("login", agent);
    await run("login", workspace);
    key = "grk_the_second";
    await run("login", `${agent}/revisions?revision=2`);
    const now = [
      [null, "grk_the_first"],
      ["desk", "grk_the_second"],
    ];
    expect(stored().map((one) => [one.agent, one.key])).toEqual(now);
    key = "grk_the_third";
    answer((response) => sendJson(response, 401, {}));
    expect((await run("login", agent)).code).toBe(3);
    expect(stored().map((one) => [one.agent, one.key])).toEqual(now);
  });

  it("is told without its key, for people and for programs, when it is forgotten too", async () => {
    const { run, agent, workspace } = await aDesk({ readInput: async () => keys.input });
    const told = [
      await run("login", agent, "--json"),
      await run("login", workspace),
      await run("logout", agent, "--json"),
      await run("logout", "--all", "--json"),
      await run("logout", "--all", "--json"),
    ];
    expect(told.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    expect(told.map(({ out, err }) => out + err).join("")).not.toContain(keys.input);
    expect(told[2]?.document()).toMatchObject({ ok: true, forgotten: [{ agent: "desk" }] });
    expect(told[3]?.document()).toMatchObject({ ok: true, forgotten: [{ agent: null }] });
    expect(told[4]?.document()).toEqual({ command: "logout", ok: true, forgotten: [] });
  });

  it("is one alone when a key is forgotten: an address or all of them", async () => {
    const { run, agent, stored } = await aDesk({ readInput: async () => keys.input });
    await run("login", agent);
    for (const argv of [[agent, "--all"], [], [`${agent}-other`]])
      expect((await run("logout", ...argv)).code).toBe(64);
    expect(stored()).toHaveLength(1);
  });
});
