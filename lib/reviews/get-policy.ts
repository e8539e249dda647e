import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { readPolicyState } from "./internal/read-policy";
import type { PolicyState } from "./review-schema";

/** What a draft needs here before it is published. Everybody may know. */
export async function getPolicy(context: Context): Promise<PolicyState> {
  requirePermission(context, "reviews.read");
  return readPolicyState(context);
}
