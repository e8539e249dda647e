import path from "node:path";
import { describe, expect, it } from "vitest";
import { aFolder } from "@/lib/testing/folders";
import { chooseAgentAccess, chooseWorkspaceAccess } from "./choose-access";
import { parseCommand, type Typed } from "./parse-command";
import { parseAddress } from "./server-address";
import { type StoredServer, writeServers } from "./stored-servers";
import type { Terminal } from "./terminal";

const server = (place: string, key: string): StoredServer => ({ ...parseAddress(place), key });
const acme = "https://x.example/w/acme";
const [desk, other] = [`${acme}/agents/desk`, `${acme}/agents/other`];

async function aTerminal(servers: StoredServer[], settings: Partial<Terminal["settings"]> = {}) {
  const terminal: Terminal = {
    workingFolder: "/",
    configFolder: path.join(aFolder(), "c"),
    hasColour: false,
    hasModes: true,
    settings: { address: undefined, key: undefined, ...settings },
    writeOut: () => {},
    writeErr: () => {},
    isWatched: { out: false, err: false },
    ask: async () => null,
    readInput: async () => null,
    onInterrupt: () => () => {},
    hold: (_, task) => task(),
  };
  if (servers.length > 0) await writeServers(terminal, servers);
  return terminal;
}
const typed = (...argv: string[]): Typed => {
  const parsed = parseCommand(argv);
  if (parsed.kind !== "command") throw new Error(JSON.stringify(parsed));
  return parsed.typed;
};

describe("chooseAgentAccess", () => {
  it("takes the only key there is", async () => {
    const terminal = await aTerminal([server(desk, "one")]);
    expect(await chooseAgentAccess(terminal, typed("pull"), null)).toMatchObject({
      agent: "desk",
      key: "one",
    });
  });

  it("takes the key of the agent that is named, in the address or by itself", async () => {
    const terminal = await aTerminal([server(desk, "one"), server(other, "two"), server(acme, "three")]);
    const keyOf = async (...argv: string[]) =>
      (await chooseAgentAccess(terminal, typed("pull", ...argv), null)).key;
    expect(await keyOf("--agent", "other")).toBe("two");
    expect(await keyOf("--server", desk)).toBe("one");
    expect(await keyOf("--server", acme, "--agent", "third")).toBe("three");
    await expect(keyOf("--server", "https://y.example/w/acme/agents/desk")).rejects.toThrow(
      "There is no key for that on this machine. Run: greenroom login https://y.example/w/acme/agents/desk",
    );
  });

  it("goes on with where the folder came from, unless another is named", async () => {
    const terminal = await aTerminal([server(desk, "one"), server(other, "two")]);
    const from = parseAddress(other);
    expect((await chooseAgentAccess(terminal, typed("pull"), from)).key).toBe("two");
    expect((await chooseAgentAccess(terminal, typed("pull", "--server", desk), from)).key).toBe("one");
  });

  it("asks which is meant where several would do, and names no key", async () => {
    const terminal = await aTerminal([server(desk, "one"), server(other, "two")]);
    const asked = chooseAgentAccess(terminal, typed("pull"), null);
    await expect(asked).rejects.toThrow(`choose one with --server and its address: ${desk}, ${other}.`);
  });

  it("takes GREENROOM_KEY before what is kept, and wants to know where it opens", async () => {
    const set = await aTerminal([server(desk, "one")], { key: "grk_from_env\n", address: other });
    expect(await chooseAgentAccess(set, typed("pull"), null)).toMatchObject({
      agent: "other",
      key: "grk_from_env",
    });
    const half = await aTerminal([], { key: "grk_from_env" });
    await expect(chooseAgentAccess(half, typed("pull"), null)).rejects.toThrow("set GREENROOM_ADDRESS too");
  });

  it.each(["", "grk_a b c d", "grk_two\nlines", "grk_ключ_ключ"])(
    "sends no GREENROOM_KEY that is none: %j",
    async (key) => {
      const terminal = await aTerminal([server(desk, "one")], { key, address: desk });
      const asked = chooseAgentAccess(terminal, typed("pull"), null);
      await expect(asked).rejects.toThrow(/^GREENROOM_KEY holds no key: one begins with grk_/);
    },
  );

  it("wants an agent where the key is for a workspace", async () => {
    const terminal = await aTerminal([server(acme, "three")]);
    await expect(chooseAgentAccess(terminal, typed("pull"), null)).rejects.toThrow("Say whose skills");
  });
});

describe("chooseWorkspaceAccess", () => {
  it("takes a key for a workspace and never one to deliver", async () => {
    const both = await aTerminal([server(desk, "one"), server(acme, "three")]);
    expect((await chooseWorkspaceAccess(both, typed("push"), null)).key).toBe("three");
    const delivering = await aTerminal([server(desk, "one")]);
    await expect(chooseWorkspaceAccess(delivering, typed("push"), parseAddress(acme))).rejects.toThrow(
      `Run: greenroom login ${acme}`,
    );
  });
});
