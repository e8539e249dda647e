import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { RequestReview, Review } from "../review-schema";

export async function requestReview(
  _context: Context,
  _input: { skill: string } & RequestReview,
): Promise<Review> {
  throw new AppError("UNAVAILABLE", "Reviews are being built.");
}
