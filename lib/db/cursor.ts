import { z } from "zod";
import { AppError } from "@/lib/kernel/app-error";
import { storableMoment } from "@/lib/kernel/storable-moment";

/** Where a page ended, as text that nobody needs to understand. */
export const encodeCursor = (place: readonly (string | number | null)[]): string =>
  Buffer.from(JSON.stringify(place)).toString("base64url");

/** BAD_REQUEST for anything that is no cursor of this list. */
export function decodeCursor<T>(cursor: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch (cause) {
    throw new AppError(
      "BAD_REQUEST",
      "This cursor does not belong to this list. Start from the first page.",
      {
        cause,
      },
    );
  }
}

/** The order of lists whose most recently changed line comes first. */
export const lastChangedFirst = [{ updatedAt: "desc" }, { id: "desc" }] as const;

const lastChangedPlace = z.tuple([storableMoment, z.uuid()]);

/** Where a page of such a list ended. */
export const cursorAfter = ({ updatedAt, id }: { updatedAt: Date; id: string }): string =>
  encodeCursor([updatedAt.toISOString(), id]);

/** What comes after that place, as a condition; everything without a cursor. BAD_REQUEST for a cursor of another list. */
export function changedBefore(cursor: string | undefined) {
  if (cursor === undefined) return {};
  const [updatedAt, id] = decodeCursor(cursor, lastChangedPlace);
  const at = new Date(updatedAt);
  return { OR: [{ updatedAt: { lt: at } }, { updatedAt: at, id: { lt: id } }] };
}
