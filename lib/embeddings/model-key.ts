import "server-only";
import { sha256 } from "@/lib/platform/crypto";

/** Which model at which address: vectors are compared with those of the same one alone. */
export const modelKey = ({ baseUrl, modelId }: { baseUrl: string; modelId: string }): string =>
  sha256(JSON.stringify([baseUrl, modelId]));
