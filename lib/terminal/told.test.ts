import { describe, expect, it } from "vitest";
import type { Terminal } from "./terminal";
import { safe, Told } from "./told";

function aTerminal(part: Partial<Terminal> = {}) {
  const written = { out: "", err: "" };
  const terminal: Terminal = {
    workingFolder: "/",
    configFolder: "/",
    settings: { address: undefined, key: undefined },
    writeOut: (text) => {
      written.out += text;
    },
    writeErr: (text) => {
      written.err += text;
    },
    isWatched: { out: false, err: false },
    hasColour: false,
    hasModes: true,
    ask: async () => null,
    readInput: async () => null,
    onInterrupt: () => () => {},
    hold: (_, task) => task(),
    ...part,
  };
  const told = (json = false, verbose = false) => new Told(terminal, { json, verbose });
  return { written, told };
}

describe("Told", () => {
  it("writes lines for people and one document for programs, never both", () => {
    const people = aTerminal();
    people.told().line("a", "b");
    people.told().document({ a: 1 });
    expect(people.written).toEqual({ out: "a b\n", err: "" });
    const programs = aTerminal();
    programs.told(true).line("a");
    programs.told(true).document({ a: 1 });
    expect(JSON.parse(programs.written.out)).toEqual({ a: 1 });
  });

  it("draws a step over the one before where somebody watches, and clears it before a line", () => {
    const { told, written } = aTerminal({ isWatched: { out: true, err: true } });
    const one = told();
    one.step("first");
    one.step("second");
    one.line("done");
    one.line("more");
    expect(written.err).toBe("\r\u001b[2Kfirst\r\u001b[2Ksecond\r\u001b[2K");
    expect(written.out).toBe("done\nmore\n");
  });

  it("is silent about steps for programs, unless they are asked for, a line each", () => {
    const quiet = aTerminal();
    quiet.told().step("first");
    expect(quiet.written.err).toBe("");
    const verbose = aTerminal();
    verbose.told(true, true).step("first");
    expect(verbose.written.err).toBe("first\n");
  });

  it("paints words where colours are wanted, never in a document", () => {
    const { told } = aTerminal({ hasColour: true });
    expect(told().paint("bad", "error")).toBe("\u001b[31merror\u001b[0m");
    expect(told(true).paint("bad", "error")).toBe("error");
    expect(aTerminal().told().paint("bad", "error")).toBe("error");
  });

  it("hides nothing in remarks and documents", () => {
    const { told, written } = aTerminal();
    told(true).remark("a\u202eb\nc");
    told(true).document({ name: "a\u202e\u009b" });
    expect(written.err).toBe("a[U+202E]b c\n");
    expect(written.out).toContain('"a\\u202e\\u009b"');
    expect(safe("\u001b[2J")).toBe("[U+001B][2J");
  });
});
