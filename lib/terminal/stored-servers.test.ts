import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { aFolder } from "@/lib/testing/folders";
import { isKey, isSamePlace, readServers, serversFile, writeServers } from "./stored-servers";
import type { Terminal } from "./terminal";

function aTerminal(configFolder = path.join(aFolder(), "greenroom")): Terminal {
  return {
    workingFolder: "/",
    configFolder,
    settings: { address: undefined, key: undefined },
    writeOut: () => {},
    writeErr: () => {},
    isWatched: { out: false, err: false },
    hasColour: false,
    hasModes: true,
    ask: async () => null,
    readInput: async () => null,
    onInterrupt: () => () => {},
    hold: (_, task) => task(),
  };
}
const one = { address: "https://x.example", workspace: "acme", agent: "desk", key: "grk_one" };
const two = { ...one, agent: null, key: "grk_two" };

describe("stored servers", () => {
  it("come back as they were written, readable by this account alone", async () => {
    const terminal = aTerminal();
    expect(await readServers(terminal)).toEqual([]);
    await writeServers(terminal, [one, two]);
    expect(await readServers(terminal)).toEqual([one, two]);
    expect(statSync(serversFile(terminal)).mode & 0o777).toBe(0o600);
    expect(readdirSync(terminal.configFolder)).toEqual(["servers.json"]);
  });

  it("are written over what a killed command left, and not through a link", async () => {
    const terminal = aTerminal();
    const next = `${serversFile(terminal)}.${process.pid}`;
    mkdirSync(terminal.configFolder);
    writeFileSync(next, "half");
    await writeServers(terminal, [one]);
    const outside = path.join(aFolder({ "notes.txt": "Theirs\n" }), "notes.txt");
    symlinkSync(outside, next);
    await writeServers(terminal, [one, two]);
    expect(readFileSync(outside, "utf8")).toBe("Theirs\n");
    expect(await readServers(terminal)).toEqual([one, two]);
    expect(readdirSync(terminal.configFolder)).toEqual(["servers.json"]);
  });

  it.each(["grk_0123456789abcdef", "a.b~c-d_e"])("take %s for a key", (text) => {
    expect(isKey(text)).toBe(true);
  });

  it.each(["", "grk_a", "grk_with blank", "grk_line\nline", "grk_ключ_ключ", "x".repeat(201)])(
    "take %j for no key",
    (text) => {
      expect(isKey(text)).toBe(false);
    },
  );

  it("are closed to others again where somebody had opened the file", async () => {
    const terminal = aTerminal();
    await writeServers(terminal, [one]);
    chmodSync(serversFile(terminal), 0o644);
    await writeServers(terminal, [two]);
    expect(statSync(serversFile(terminal)).mode & 0o777).toBe(0o600);
  });

  it.each(["{", "[]", '{"format":2,"servers":[]}', '{"format":1,"servers":[{"key":1}]}'])(
    "are told to be damaged: %s",
    async (text) => {
      const terminal = aTerminal();
      mkdirSync(terminal.configFolder);
      writeFileSync(serversFile(terminal), text);
      await expect(readServers(terminal)).rejects.toThrow("Remove it and log in again.");
    },
  );

  it("are not written where a file is in the way, and nothing is left behind", async () => {
    const folder = aFolder({ greenroom: "a file" });
    await expect(writeServers(aTerminal(path.join(folder, "greenroom")), [one])).rejects.toThrow(
      /cannot be written: .+ \((?:EEXIST|ENOTDIR)\)/,
    );
    expect(readdirSync(folder)).toEqual(["greenroom"]);
  });

  it("are one for each workspace and agent", () => {
    expect([isSamePlace(one, { ...one }), isSamePlace(one, two)]).toEqual([true, false]);
    expect(isSamePlace(one, { ...one, workspace: "other" })).toBe(false);
    expect(isSamePlace(one, { ...one, address: "https://x.example:1" })).toBe(false);
  });
});
