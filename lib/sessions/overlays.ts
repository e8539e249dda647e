import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import type { OverlayEntry } from "@/lib/runtime/event-parts";
import { resolveOverlay } from "./internal/resolve-overlay";

/** An overlay as it is asked for, checked against the workspace. NOT_FOUND names what is not here. */
export async function resolveOverlayFor(
  context: Context,
  items: Parameters<typeof resolveOverlay>[1],
): Promise<OverlayEntry[]> {
  requirePermission(context, "playground.rehearse");
  return resolveOverlay(context, items);
}
