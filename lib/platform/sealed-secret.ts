import "server-only";
import { seal, unseal } from "./crypto";
import { env } from "./env";

/**
 * How a kind of secret is kept in rows: sealed with the installation's own, and bound to its row, so that it opens in no
 * other one and as nothing else. `unseal` throws where the row was changed, or sealed with another secret.
 */
export const sealedSecret = (kind: string) => {
  const boundTo = (id: string): string => `${kind}:${id}`;
  return {
    seal: (id: string, secret: string): Uint8Array<ArrayBuffer> => seal(env().secret, boundTo(id), secret),
    unseal: (id: string, sealed: Uint8Array): string => unseal(env().secret, boundTo(id), sealed),
  };
};

/** The same of what a row may have or not. */
export const sealedToken = (kind: string) => {
  const kept = sealedSecret(kind);
  return {
    seal: (id: string, token: string | null) => (token === null ? null : kept.seal(id, token)),
    unseal: (id: string, sealed: Uint8Array | null) => (sealed === null ? null : kept.unseal(id, sealed)),
  };
};

/** The same of a key of which people are shown the end: it says which one is stored. */
export const sealedKey = (kind: string) => {
  const kept = sealedToken(kind);
  return {
    seal: (id: string, key: string | null) => ({
      encryptedKey: kept.seal(id, key),
      // Of a short key the last four would be most of it.
      keyHint: key === null ? null : key.length < 12 ? "" : key.slice(-4),
    }),
    unseal: kept.unseal,
  };
};
