import "server-only";
import { countTokens as countExactly } from "gpt-tokenizer/encoding/o200k_base";

/** The encoder's time grows with the square of an unbroken run, so long runs are counted in pieces. */
const longestRun = 128;
const anyRun = /\S+|\s+/g;
/** Longer texts are counted up to here and the rest is taken to be like it. Characters. */
const longestText = 400_000;
/** Texts such as `<|endoftext|>` are text here, never control tokens. */
const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/** An estimate of the tokens of `text`, by OpenAI's o200k_base; other models differ by some per cent. */
export function countTokens(text: string): number {
  if (text.length <= longestText) return countPieces(text);
  return Math.round((countPieces(text.slice(0, longestText)) * text.length) / longestText);
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

const sampledText = 24_000;
const pieces = 6;
const pieceLength = 3_000;

/** Cheaper, for files that are only weighed: long ones by evenly spread samples, some per cent off. */
export function sampleTokens(text: string): number {
  if (text.length <= sampledText) return countPieces(text);
  const step = Math.floor((text.length - pieceLength) / (pieces - 1));
  let tokens = 0;
  for (let piece = 0; piece < pieces; piece += 1) {
    tokens += countPieces(text.slice(piece * step, piece * step + pieceLength));
  }
  return Math.round((tokens * text.length) / (pieces * pieceLength));
}
