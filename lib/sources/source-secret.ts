import "server-only";
import { seal, unseal } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";

/** A token as it is kept: bound to its source, so that it opens in no other row. */
export const sealToken = (id: string, token: string | null): Uint8Array<ArrayBuffer> | null =>
  token === null ? null : seal(env().secret, boundTo(id), token);

/** Throws where the row was changed, or sealed with another secret. */
export const unsealToken = (id: string, sealed: Uint8Array | null): string | null =>
  sealed === null ? null : unseal(env().secret, boundTo(id), sealed);

/** The same of the secret of its webhook, which opens as no token. */
export const sealHookSecret = (id: string, secret: string): Uint8Array<ArrayBuffer> =>
  seal(env().secret, hookOf(id), secret);
export const unsealHookSecret = (id: string, sealed: Uint8Array): string =>
  unseal(env().secret, hookOf(id), sealed);

const hookOf = (id: string): string => `source-hook:${id}`;
const boundTo = (id: string): string => `source:${id}`;
