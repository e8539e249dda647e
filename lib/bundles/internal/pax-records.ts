import { refuse } from "../archive-refusal";

const damaged = (): never => refuse("archive-damaged", "An extended header of the archive does not hold.");

/** The records `length key=value\n` of an extended header; values are bytes. A length that lies refuses the archive. */
export function readPaxRecords(bytes: Uint8Array): Map<string, Uint8Array> {
  const records = new Map<string, Uint8Array>();
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(32, at);
    if (blank < 0 || blank - at > 10) return damaged();
    const digits = String.fromCharCode(...bytes.subarray(at, blank));
    const end = at + Number(digits);
    if (!/^[1-9][0-9]*$/.test(digits) || end > bytes.length || end <= blank + 1) return damaged();
    if (bytes[end - 1] !== 10) return damaged();
    const record = bytes.subarray(blank + 1, end - 1);
    const equals = record.indexOf(61);
    if (equals < 1) return damaged();
    records.set(new TextDecoder().decode(record.subarray(0, equals)), record.subarray(equals + 1));
    at = end;
  }
  return records;
}
