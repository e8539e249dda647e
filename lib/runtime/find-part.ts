import { err, ok, type Result } from "@/lib/kernel/result";
import type { Dialect, ReadingLimits, ResourcePage } from "./dialect";
import type { RuntimeLimits } from "./limits";
import type { SessionSetup } from "./session-setup";

/** Which bytes of a file one reading gives, and which lines they are. */
export type FilePart = {
  offset: number;
  end: number;
  text: string;
  lines: NonNullable<ResourcePage["lines"]>;
};

/** What is asked for of a text file; `lines` counts in place of `offset`, and begins with 1. */
type Asked = { path: string; bytes: Uint8Array; offset: number; lines?: Lines | undefined };
type Lines = { first: number; count: number | null };

type Reading = Pick<SessionSetup, "countTokens"> & {
  dialect: Pick<Dialect, "readsWhole" | "readingLimits">;
  limits: Pick<RuntimeLimits, "readBytes">;
};

type Refused = { rule: "bad-offset" | "too-long"; message: string };

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The part of a text file that one reading gives: what was asked for, as far as the host's limits or ours go. */
export function findPart(reading: Reading, asked: Asked): Result<FilePart, Refused> {
  const { bytes, lines } = asked;
  const limits = reading.dialect.readingLimits;
  if (limits && !lines?.count && bytes.length > limits.bytes)
    return err({ rule: "too-long", message: limits.tooLong({ bytes: bytes.length }) });
  const starts = lineStarts(bytes);
  const from = lines ? (starts[Math.max(1, lines.first) - 1] ?? bytes.length + 1) : asked.offset;
  const offset = characterStart(bytes, from);
  if (from > bytes.length || (offset >= bytes.length && from !== 0 && !lines))
    return err(isBehind(asked, starts.length));
  const behind = lines?.count ? starts[Math.max(1, lines.first) - 1 + lines.count] : undefined;
  const wanted = behind ?? bytes.length;
  const mostBytes = reading.dialect.readsWhole || limits ? bytes.length : reading.limits.readBytes;
  const end = characterStart(bytes, Math.min(wanted, offset + mostBytes));
  const text = decoder.decode(bytes.subarray(offset, end));
  const part = {
    offset,
    end,
    text,
    lines: {
      first: starts.findLastIndex((start) => start <= offset) + 1,
      last:
        behind === undefined && end === bytes.length
          ? starts.length
          : starts.findLastIndex((start) => start < end) + 1,
      total: starts.length,
      isCut: end < wanted,
    },
  };
  return limits ? withinTokens(part, { limits, starts, isAll: !lines, reading }) : ok(part);
}

/** All of a file that has too many tokens is answered by its first lines; some of its lines are refused. */
function withinTokens(
  part: FilePart,
  asked: { limits: ReadingLimits; starts: readonly number[]; isAll: boolean; reading: Reading },
): Result<FilePart, Refused> {
  const { limits, starts, isAll } = asked;
  // The break behind the last of some lines is no part of them.
  const isSome = part.lines.last < part.lines.total;
  const tokens = asked.reading.countTokens(isSome ? part.text.replace(/\r?\n$/, "") : part.text);
  if (tokens <= limits.tokens) return ok(part);
  const { total } = part.lines;
  const last = isAll ? limits.firstPart({ lines: total, tokens }) : 0;
  const end = starts[last];
  if (last < 1 || end === undefined) return err({ rule: "too-long", message: limits.tooLong({ tokens }) });
  const text = part.text.split("\n", last).map((line) => `${line}\n`);
  return ok({ ...part, end, text: text.join(""), lines: { first: 1, last, total, isCut: true, tokens } });
}

function isBehind({ path, bytes, lines, offset }: Asked, total: number): Refused {
  const ends = lines ? `has ${total} lines; ${lines.first}` : `ends at byte ${bytes.length}; ${offset}`;
  return { rule: "bad-offset", message: `${path} ${ends} is behind it.` };
}

/** Where each line begins, the empty one after a last line break as well. */
function lineStarts(bytes: Uint8Array): number[] {
  const starts = [0];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) starts.push(at + 1);
  return starts;
}

/** The nearest start of a UTF-8 character at or before `at`. */
function characterStart(bytes: Uint8Array, at: number): number {
  if (at >= bytes.length) return bytes.length;
  let start = at;
  while (start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}
