/** What a shell of a host gives back: how it ended, what it weighs, and what it wrote. */
const bytesPerToken = 4;
/** The host gives back at most as much, whatever a call asks for: half from the beginning, half from the end. */
const mostTokens = 10_000;

/** `code` is 0 for a command that went well; `askedTokens` is what the call wants at most. */
export function renderCommandOutput(output: string, code: number, askedTokens = mostTokens): string {
  const bytes = new TextEncoder().encode(output);
  return [
    "Run: 000000",
    "Took: 0.0000 seconds",
    `Ended with code ${code}`,
    `Tokens before cutting: ${tokensOfBytes(bytes.length)}`,
    "Output:",
    cutMiddle(output, bytes, Math.min(mostTokens, askedTokens)),
  ].join("\n");
}

/** As the host estimates them. */
export const tokensOfBytes = (bytes: number): number => Math.ceil(bytes / bytesPerToken);

/** An output with its middle taken out, and what is said of it; no character is cut through. */
function cutMiddle(output: string, bytes: Uint8Array, tokens: number): string {
  const kept = tokens * bytesPerToken;
  if (bytes.length <= kept) return output;
  const isInside = (at: number): boolean => ((bytes[at] ?? 0) & 0xc0) === 0x80;
  let head = kept / 2;
  while (isInside(head)) head -= 1;
  let tail = bytes.length - kept / 2;
  while (isInside(tail)) tail += 1;
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const [first, last] = [bytes.subarray(0, head), bytes.subarray(tail)].map((part) => decoder.decode(part));
  const lines = output.match(/[^\n]*\n|[^\n]+$/g)?.length ?? 0;
  const gone = tokensOfBytes(bytes.length - kept);
  return `Cut: ${tokensOfBytes(bytes.length)} tokens in all\nLines in all: ${lines}\n\n${first}…${gone} tokens taken out…${last}`;
}

const outputHead =
  /^(?:(?:Chunk ID|Run): [^\n]*\n)?(?:Wall time|Took): [^\n]*\n(?:Process exited with code|Ended with code) (-?\d+)\n(?:(?:Original token count|Tokens before cutting): \d+\n)?Output:\n(?:Cut: \d+ tokens in all\nLines in all: \d+\n\n)?/;

/** What such a command wrote and how it ended, in the host's own words or in these; null for any other text. */
export function readCommandOutput(text: string): { output: string; code: number } | null {
  const match = outputHead.exec(text);
  return match ? { output: text.slice(match[0].length), code: Number(match[1]) } : null;
}
