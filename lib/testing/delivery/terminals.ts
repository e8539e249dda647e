import path from "node:path";
import { z } from "zod";
import { runClient } from "@/lib/terminal/run-client";
import type { Terminal } from "@/lib/terminal/terminal";
import { aFolder } from "../folders";

/** The client in this process, in a folder of its own: nobody watches, nobody can be asked, no lock is held. */
export function aTerminal(part: Partial<Terminal> = {}) {
  const home = aFolder();
  const written = { out: "", err: "" };
  const terminal: Terminal = {
    workingFolder: home,
    configFolder: path.join(home, "config"),
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
    onInterrupt: () => () => {},
    readInput: async () => null,
    hold: (_, task) => task(),
    ...part,
  };
  const run = async (...argv: string[]) => {
    Object.assign(written, { out: "", err: "" });
    const code = await runClient(terminal, argv, "1.2.3");
    const { out, err } = written;
    return { code, out, err, document: () => z.record(z.string(), z.unknown()).parse(JSON.parse(out)) };
  };
  return { home, terminal, written, run };
}
