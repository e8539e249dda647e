import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { ReviewRehearsal } from "../review-schema";

export async function startReviewRehearsal(
  _context: Context,
  _input: { number: number; agent: string },
): Promise<ReviewRehearsal> {
  throw new AppError("UNAVAILABLE", "Reviews are being built.");
}
