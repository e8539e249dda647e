import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { Publication } from "./review-schema";

export async function getPublication(_context: Context, _input: { skill: string }): Promise<Publication> {
  throw new AppError("UNAVAILABLE", "Reviews are being built.");
}
