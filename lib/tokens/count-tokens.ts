import "server-only";
import { countTokens as countExactly, setMergeCacheSize } from "gpt-tokenizer/encoding/o200k_base";

/**
 * The encoder keeps what it has merged in a map from which the oldest go, and looking for the oldest takes longer the
 * more have gone: with its own 100,000 full of strange words one long text took 17 seconds.
 */
setMergeCacheSize(1_000);

/** The encoder's time grows with the square of an unbroken run, so long runs are counted in pieces. */
const longestRun = 128;
const anyRun = /\S+|\s+/g;
/** Longer texts are counted by samples: the encoder needs two microseconds for a character that it seldom sees. Bytes. */
const longestExact = 64_000;
/** Texts such as `<|endoftext|>` are text here, never control tokens. */
const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/**
 * An estimate of the tokens of `text`, by OpenAI's o200k_base; other models differ by some per cent. Long texts are
 * counted by evenly spread samples, some per cent off: no text keeps others waiting for long.
 */
export function countTokens(text: string): number {
  const isShort = text.length <= longestExact && Buffer.byteLength(text) <= longestExact;
  return isShort ? countPieces(text) : countSamples(text, 8, 2_000);
}

function countPieces(text: string): number {
  let tokens = 0;
  let from = 0;
  for (const run of text.matchAll(anyRun)) {
    if (run[0].length <= longestRun) continue;
    tokens += countExactly(text.slice(from, run.index), plain);
    for (let at = 0; at < run[0].length; at += longestRun)
      tokens += countExactly(run[0].slice(at, at + longestRun), plain);
    from = run.index + run[0].length;
  }
  return tokens + countExactly(text.slice(from), plain);
}

const longestWeighed = 24_000;

/** Cheaper, for files that are only weighed: fewer samples, of shorter texts too. */
export const sampleTokens = (text: string): number =>
  text.length <= longestWeighed ? countTokens(text) : countSamples(text, 6, 3_000);

/** Counts `count` pieces of `length` characters, from the beginning to the end, and takes the rest to be like them. */
function countSamples(text: string, count: number, length: number): number {
  const step = Math.floor((text.length - length) / (count - 1));
  let tokens = 0;
  for (let piece = 0; piece < count; piece += 1)
    tokens += countPieces(text.slice(piece * step, piece * step + length));
  return Math.round((tokens * text.length) / (count * length));
}
