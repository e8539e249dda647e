import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { ChangeReview, Review } from "../review-schema";

export async function changeReview(
  _context: Context,
  _input: { number: number } & ChangeReview,
): Promise<Review> {
  throw new AppError("UNAVAILABLE", "Reviews are being built.");
}
