import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { PolicyState } from "./review-schema";

export async function getPolicy(_context: Context): Promise<PolicyState> {
  throw new AppError("UNAVAILABLE", "Reviews are being built.");
}
