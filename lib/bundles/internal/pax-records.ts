import { refuse } from "../archive-refusal";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const damaged = (): never => refuse("archive-damaged", "An extended header of the archive does not hold.");

/** The records `length key=value\n` of an extended header. A length that lies refuses the archive. */
export function readPaxRecords(bytes: Uint8Array): Map<string, string> {
  const records = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(32, at);
    if (blank < 0 || blank - at > 10) return damaged();
    const digits = String.fromCharCode(...bytes.subarray(at, blank));
    const end = at + Number(digits);
    if (!/^[1-9][0-9]*$/.test(digits) || end > bytes.length || end <= blank + 1) return damaged();
    if (bytes[end - 1] !== 10) return damaged();
    const record = decode(bytes.subarray(blank + 1, end - 1));
    const equals = record.indexOf("=");
    if (equals < 1) return damaged();
    records.set(record.slice(0, equals), record.slice(equals + 1));
    at = end;
  }
  return records;
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return damaged();
  }
}
