import "server-only";
import type { CurrentSession } from "@/lib/auth/schema";
import { ApiError, unwrap } from "./client";
import { serverClient } from "./server-client";

/** Who asks for this page, and their workspaces; null when nobody is signed in. */
export async function findCurrentSession(): Promise<CurrentSession | null> {
  try {
    return await unwrap(serverClient.workspaces.session.$get());
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}
