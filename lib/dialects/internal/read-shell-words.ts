import type { ShellStep } from "@/lib/runtime/shell-step";

/** One simple command of a line: its words without their quotes, and what it follows on. */
export type ShellCommand = Pick<ShellStep, "joint" | "hidesErrors"> & { words: string[] };

const joints: Readonly<Record<string, ShellStep["joint"]>> = {
  ";": "then",
  "\n": "then",
  "&&": "and",
  "||": "or",
  "|": "pipe",
};
/** What a shell would expand, redirect or run: a line that has it outside of quotes is not read here. */
const meaningful = /[$`<>&(){}*?[\]~!#\\]/;
const mostCommands = 20;

/**
 * Splits a line as a POSIX shell does, as far as nothing in it has to be expanded: words with simple quotes, `;`, `&&`,
 * `||`, `|`, line breaks, `2>&1` and `2>/dev/null`. Null for any other line, for an open quote and for no command. With
 * `keepsHome` a word may begin with `~/`, and keeps it.
 */
export function readShellWords(
  line: string,
  { keepsHome = false }: { keepsHome?: boolean } = {},
): ShellCommand[] | null {
  const commands: ShellCommand[] = [];
  let command: ShellCommand = { joint: "then", words: [], hidesErrors: false };
  let rest = line.trim();
  while (rest !== "") {
    const redirect = /^2>(?:&1|\s?\/dev\/null)(?![^\s;|&])/.exec(rest);
    const joint = /^(?:&&|\|\||\||;|\n)/.exec(rest);
    if (redirect) {
      command.hidesErrors ||= !redirect[0].endsWith("&1");
      rest = rest.slice(redirect[0].length);
    } else if (joint) {
      const next = joints[joint[0]] ?? "then";
      if (command.words.length === 0) return null;
      commands.push(command);
      command = { joint: next, words: [], hidesErrors: false };
      rest = rest.slice(joint[0].length).replace(next === "then" ? /^[\s;]+/ : /^\s+/, "");
    } else if (/^[ \t\r]/.test(rest)) {
      rest = rest.replace(/^[ \t\r]+/, "");
    } else {
      const word = readWord(rest, keepsHome);
      if (!word) return null;
      command.words.push(word.text);
      rest = rest.slice(word.length);
    }
  }
  if (command.words.length > 0) commands.push(command);
  else if (command.joint !== "then") return null;
  return commands.length === 0 || commands.length > mostCommands ? null : commands;
}

/** The word that a line begins with: pieces in quotes and without, with nothing between them. */
function readWord(line: string, keepsHome: boolean): { text: string; length: number } | null {
  const isAtHome = keepsHome && /^~(?=\/)/.test(line);
  let text = isAtHome ? "~" : "";
  let at = text.length;
  while (at < line.length && !/[\s;|&]/.test(line[at] ?? "")) {
    const rest = line.slice(at);
    const piece =
      /^'([^']*)'/.exec(rest) ?? /^"([^"$`\\]*)"/.exec(rest) ?? /^\\([ '"()[\]&;|*?])/.exec(rest) ?? null;
    const plain = piece ? null : /^[^\s;|&'"\\]+/.exec(rest);
    const found = piece?.[1] ?? plain?.[0];
    if (found === undefined || (plain && meaningful.test(found))) return null;
    text += found;
    at += (piece ?? plain)?.[0].length ?? 1;
  }
  return at === 0 ? null : { text, length: at };
}
