// Asks at the terminal for what is not to be shown.
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { PlainError } from "./progress.mjs";

/** The next line of `input`, or undefined when it has none. */
export async function readLine(input, output) {
  const lines = createInterface({ input, ...(output ? { output, terminal: true } : {}) });
  try {
    for await (const line of lines) return line;
  } finally {
    lines.close();
  }
}

/** Asks once; what is typed is not shown. `instead` says what serves where there is no terminal. */
export async function askOnce(question, instead) {
  if (!process.stdin.isTTY) throw new PlainError(`there is no terminal to ask at; ${instead}`);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  process.stderr.write(`${question}: `);
  const line = await readLine(process.stdin, unseen);
  process.stderr.write("\n");
  if (!line) throw new PlainError("nothing was typed");
  return line;
}

/** Asks for something new, twice, so that a slip is not kept. */
export async function askTwice(question, instead) {
  const first = await askOnce(question, instead);
  if ((await askOnce("Once more", instead)) === first) return first;
  throw new PlainError("the two are not the same; nothing was changed");
}
