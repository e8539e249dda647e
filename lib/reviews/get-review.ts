import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { Review } from "./review-schema";

export async function getReview(_context: Context, _input: { number: number }): Promise<Review> {
  throw new AppError("UNAVAILABLE", "Reviews are being built.");
}
