import type { z } from "zod";
import { AppError } from "@/lib/kernel/app-error";

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
