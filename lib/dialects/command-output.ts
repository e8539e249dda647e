/** What a shell of a host gives back: how it ended, what it weighs, and what it wrote. */
const bytesPerToken = 4;

/** `code` is 0 for a command that went well. */
export function renderCommandOutput(output: string, code: 0 | 1): string {
  const tokens = Math.ceil(new TextEncoder().encode(output).length / bytesPerToken);
  return [
    "Run: 000000",
    "Took: 0.0000 seconds",
    `Ended with code ${code}`,
    `Tokens before cutting: ${tokens}`,
    "Output:",
    output,
  ].join("\n");
}

/** What such a command wrote, and how it ended; null for any other text. */
export function readCommandOutput(text: string): { output: string; code: number } | null {
  const match =
    /^Run: 0{6}\nTook: [\d.]+ seconds\nEnded with code (\d+)\nTokens before cutting: \d+\nOutput:\n/.exec(
      text,
    );
  return match ? { output: text.slice(match[0].length), code: Number(match[1]) } : null;
}

/** A command that shows one file, or some of its lines; null for any other. `last` is null where all follow. */
export function readShowCommand(
  command: string,
): { path: string; lines: { first: number; last: number | null } | null } | null {
  const text = command.trim();
  const whole = /^cat (?:-- )?(\S+)$/.exec(text);
  if (whole) return { path: unquote(whole[1] ?? ""), lines: null };
  const part = /^sed -n ['"]?(\d{1,7}),(\d{1,7}|\$)p['"]? (\S+)$/.exec(text);
  if (part) {
    const [, first = "1", last = "$", path = ""] = part;
    const lines = { first: Math.max(1, Number(first)), last: last === "$" ? null : Number(last) };
    return { path: unquote(path), lines };
  }
  const head = /^head -n ?(\d{1,7}) (\S+)$/.exec(text);
  return head ? { path: unquote(head[2] ?? ""), lines: { first: 1, last: Number(head[1]) } } : null;
}

const unquote = (path: string): string => path.replace(/^(['"])(.*)\1$/, "$2");
