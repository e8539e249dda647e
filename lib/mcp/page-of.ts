import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

/** Of skills, prompts, tools and the children of a folder. */
export const mostOnPage = 100;

export type Page<T> = { items: T[]; nextCursor?: string };

/**
 * A page of what is in the order of its keys' code units. A cursor names the last key of the page before, so that pages
 * go on where they were though something came or went meanwhile. Invalid params (-32602) for what is no cursor of ours.
 */
export function pageOf<T>(
  items: readonly T[],
  cursor: string | undefined,
  keyOf: (item: T) => string,
): Page<T> {
  const after = cursor === undefined ? null : readCursor(cursor);
  const from = after === null ? items : items.filter((item) => keyOf(item) > after);
  const page = from.slice(0, mostOnPage);
  const last = page.at(-1);
  return from.length > page.length && last !== undefined
    ? { items: page, nextCursor: cursorAfter(keyOf(last)) }
    : { items: page };
}

const prefix = "after ";

const cursorAfter = (key: string): string => Buffer.from(`${prefix}${key}`).toString("base64url");

function readCursor(cursor: string): string {
  const text = Buffer.from(cursor, "base64url").toString();
  if (!text.startsWith(prefix) || cursorAfter(text.slice(prefix.length)) !== cursor)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      "This cursor is none of this server's. Ask for the first page again, without one.",
    );
  return text.slice(prefix.length);
}
