#!/usr/bin/env node
// greenroom <command>: skills of a Greenroom from a terminal or in CI. Runs from a checkout and through npx, on plain
// Node 20, 22 or 24.
import fs from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { withFileLock } from "./file-lock.mjs";
import { loadClient } from "./load-client.mjs";
import { inProject } from "./paths.mjs";
import { PlainError } from "./progress.mjs";

const { env, stdin, stdout, stderr } = process;

/** As shells say of a program that SIGPIPE ended: in place of 0 alone, as what went wrong is the more to know. */
const unreadCode = 141;
/** Streams that nobody reads any more. */
const unread = new Set();
const writeTo = (stream, text) => void (unread.has(stream) || stream.write(text));

const configHome = () => {
  const named = env.XDG_CONFIG_HOME;
  if (named && path.isAbsolute(named)) return named;
  return process.platform === "win32" && env.APPDATA ? env.APPDATA : path.join(homedir(), ".config");
};

const terminal = {
  workingFolder: process.cwd(),
  configFolder: path.join(configHome(), "greenroom"),
  settings: { address: env.GREENROOM_ADDRESS || undefined, key: env.GREENROOM_KEY || undefined },
  writeOut: (text) => writeTo(stdout, text),
  writeErr: (text) => writeTo(stderr, text),
  isWatched: { out: stdout.isTTY === true, err: stderr.isTTY === true && env.TERM !== "dumb" },
  hasColour: stdout.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb",
  ask,
  onInterrupt,
  readInput,
  hold: (lockFile, task) => withFileLock(lockFile, task, { waitMs: 60_000 }),
  hasModes: process.platform !== "win32",
};

/** Asks at the terminal. */
async function ask(question, typing) {
  if (!stdin.isTTY) return null;
  stderr.write(question);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: stdin,
    output: typing === "hidden" ? unseen : stderr,
    terminal: true,
  });
  lines.once("SIGINT", () => process.exit(130));
  try {
    for await (const line of lines) return line;
    return null;
  } finally {
    lines.close();
    if (typing === "hidden") stderr.write("\n");
  }
}

/** As shells say of a program that SIGINT or SIGTERM ended. */
const endedCodes = { SIGINT: 130, SIGTERM: 143 };

function onInterrupt(listener) {
  let isAsked = false;
  const heard = (signal) => {
    if (isAsked) process.exit(endedCodes[signal]);
    isAsked = true;
    listener();
  };
  for (const signal of Object.keys(endedCodes)) process.on(signal, heard);
  return () => {
    for (const signal of Object.keys(endedCodes)) process.off(signal, heard);
  };
}

async function readInput() {
  if (stdin.isTTY) return null;
  const pieces = [];
  for await (const piece of stdin) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}

process.removeAllListeners("warning"); // what Node says of its own newer parts is no news here

// Whoever reads may have had enough (`| head`): what is under way, a push among it, still goes on to its end.
for (const stream of [stdout, stderr])
  stream.on("error", (error) => {
    if (error.code === "EPIPE") return void unread.add(stream);
    if (stream === stdout)
      fs.writeSync(2, `Error: The answer cannot be written to standard output (${error.code}).\n`);
    process.exit(4);
  });
process.on("exit", (code) => {
  if (code === 0 && unread.has(stdout)) process.exitCode = unreadCode;
});

try {
  const { version } = JSON.parse(fs.readFileSync(inProject("package.json"), "utf8"));
  const { runClient } = await loadClient("lib/terminal/run-client.ts");
  process.exitCode = await runClient(terminal, process.argv.slice(2), version);
} catch (error) {
  if (error instanceof PlainError) console.error(`Error: ${error.message}`);
  else console.error("This is a fault of the client's own; please report it.\n", error);
  process.exitCode = 4;
}
