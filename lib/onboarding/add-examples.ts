import "server-only";
import type { Context } from "@/lib/auth/context";

export async function addExamples(_context: Context): Promise<void> {}
