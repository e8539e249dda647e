import "server-only";
import type { Context } from "@/lib/auth/context";
import { requirePermission } from "@/lib/auth/permissions";
import { scopeOf } from "@/lib/library/scope";
import { readPolicyState } from "./internal/read-policy";
import type { PolicyState } from "./review-schema";

/** What a draft needs here before it is published. Everybody may know. */
export async function getPolicy(context: Context): Promise<PolicyState> {
  requirePermission(context, "reviews.read");
  return readPolicyState(scopeOf(context));
}
