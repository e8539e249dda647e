import type { AuditRow } from "../schema";

const columns = [
  ["id", (row) => row.id],
  ["at", (row) => row.at],
  ["actorId", (row) => row.actor.id],
  ["actorName", (row) => row.actor.name],
  ["action", (row) => row.action],
  ["objectType", (row) => row.object.type],
  ["objectId", (row) => row.object.id],
  ["objectName", (row) => row.object.name],
  ["digestBefore", (row) => row.digestBefore],
  ["digestAfter", (row) => row.digestAfter],
  ["detail", (row) => (row.detail === null ? null : JSON.stringify(row.detail))],
  ["traceId", (row) => row.traceId],
  ["address", (row) => row.address],
] as const satisfies readonly (readonly [string, (row: AuditRow) => string | null])[];

export const csvHead = (): string => `${columns.map(([name]) => name).join(",")}\r\n`;

/** One line of CSV (RFC 4180). */
export const toCsvLine = (row: AuditRow): string =>
  `${columns.map(([, cell]) => toCell(cell(row) ?? "")).join(",")}\r\n`;

/**
 * A spreadsheet takes what begins like this for a formula: see https://owasp.org/www-community/attacks/CSV_Injection.
 * Where lists are separated by semicolons a program cuts there too, whatever the quotes say, and begins a cell anew.
 */
const formula = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=[^\S\t\r\n]*[=+\-@＝＋－＠])/g;

function toCell(text: string): string {
  const safe = text.replace(formula, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
