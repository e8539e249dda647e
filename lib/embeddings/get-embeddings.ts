import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { readSettings } from "./internal/endpoint-rows";
import type { EmbeddingSettings } from "./schema";

/** Where the workspace asks what texts mean, what that took this month, and how far its skills are. */
export async function getEmbeddings(context: Context): Promise<EmbeddingSettings> {
  requirePermission(context, "models.read");
  return readSettings(context);
}
