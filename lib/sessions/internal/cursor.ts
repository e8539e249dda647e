import { z } from "zod";
import { AppError } from "@/lib/kernel/app-error";

/** Postgres has no year 0; dates of this form are in order as text. */
const firstYear = "0001";
const moment = z.iso.datetime().refine((text) => text >= firstYear);
const cursorSchema = z.tuple([moment, z.uuid()]);

/** A place in a list that is ordered by use, then id. */
export const writeCursor = ({ updatedAt, id }: { updatedAt: Date; id: string }): string =>
  `${updatedAt.toISOString()}_${id}`;

export function readCursor(cursor: string): { at: Date; id: string } {
  const parsed = cursorSchema.safeParse(cursor.split("_"));
  if (!parsed.success) throw new AppError("BAD_REQUEST", "This cursor is not one of ours.");
  return { at: new Date(parsed.data[0]), id: parsed.data[1] };
}
