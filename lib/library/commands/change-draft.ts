import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { ChangeDraft, SavedDraft } from "../schema";

export async function changeDraft(
  _context: Context,
  _input: { skill: string } & ChangeDraft,
): Promise<SavedDraft> {
  throw new AppError("UNAVAILABLE", "Not there yet.");
}
