import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { GiveVerdict, Review } from "../review-schema";

export async function giveVerdict(
  _context: Context,
  _input: { number: number } & GiveVerdict,
): Promise<Review> {
  throw new AppError("UNAVAILABLE", "Reviews are being built.");
}
