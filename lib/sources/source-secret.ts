import "server-only";
import { seal, unseal } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";

/** A token as it is kept: bound to its source, so that it opens in no other row. */
export const sealToken = (id: string, token: string | null): Uint8Array<ArrayBuffer> | null =>
  token === null ? null : seal(env().secret, boundTo(id), token);

/** Throws where the row was changed, or sealed with another secret. */
export const unsealToken = (id: string, sealed: Uint8Array | null): string | null =>
  sealed === null ? null : unseal(env().secret, boundTo(id), sealed);

const boundTo = (id: string): string => `source:${id}`;
