import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { ChangePolicy, PolicyState } from "../review-schema";

export async function changePolicy(_context: Context, _input: ChangePolicy): Promise<PolicyState> {
  throw new AppError("UNAVAILABLE", "Reviews are being built.");
}
