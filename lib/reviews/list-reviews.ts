import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { ListReviews, ReviewList } from "./review-schema";

export async function listReviews(_context: Context, _input: ListReviews): Promise<ReviewList> {
  throw new AppError("UNAVAILABLE", "Reviews are being built.");
}
