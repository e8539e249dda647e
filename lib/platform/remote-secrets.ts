import "server-only";
import { AppError } from "@/lib/kernel/app-error";
import { hostOf } from "@/lib/kernel/host-of";
import { isSshAddress } from "@/lib/kernel/ssh-address";
import { requireOwnToken } from "./require-own-token";
import type { sealedToken } from "./sealed-secret";
import { makeSshKey, readSshKey } from "./ssh-key";

type Sealed = Uint8Array<ArrayBuffer> | null;
type Secrets = { url: string; sealedToken: Uint8Array | null; hostKey: string | null };
/** Whose secrets they are, and how they are sealed. */
type Kept = { id: string; seal: ReturnType<typeof sealedToken>["seal"]; before: Secrets | null };
/** What is undefined stays. */
type Given = {
  url: string;
  token?: string | null | undefined;
  /** Of ssh: a private key, or "new". */
  key?: string | undefined;
  hostKey?: string | null | undefined;
};
type Columns = {
  publicKey?: string | null;
  hostKey?: string | null;
  offeredHostKey?: string | null;
  sealedToken?: Sealed;
};

/**
 * What is kept of a remote to get in where it is, beside what it kept `before`: a token over https, a key and the host's
 * fingerprint over ssh. UNPROCESSABLE for what does not go together, and for a key that is none; nobody's secret goes to
 * another host than it was given for.
 */
export function remoteSecrets(kept: Kept, given: Given): Columns {
  return isSshAddress(given.url) ? overSsh(kept, given) : overHttps(kept, given);
}

function overHttps({ id, seal, before }: Kept, { url, token, key, hostKey }: Given): Columns {
  if (key !== undefined || typeof hostKey === "string")
    throw new AppError("UNPROCESSABLE", "A key is for addresses over ssh. Over https, give a token.");
  const wasSsh = before !== null && isSshAddress(before.url);
  if (before && !wasSsh) requireOwnToken(before, url, token);
  const left = wasSsh ? { sealedToken: null, publicKey: null, hostKey: null, offeredHostKey: null } : {};
  return token === undefined ? left : { ...left, sealedToken: seal(id, token) };
}

function overSsh({ id, seal, before }: Kept, { url, token, key, hostKey }: Given): Columns {
  if (typeof token === "string")
    throw new AppError("UNPROCESSABLE", "Over ssh a key is used, and no token. Leave the token out.");
  const isSameHost = before !== null && isSshAddress(before.url) && hostOf(before.url) === hostOf(url);
  const wanted = key ?? (isSameHost ? undefined : "new");
  const host = hostKey === undefined ? (isSameHost ? {} : { hostKey: null }) : { hostKey };
  const kept = { ...host, ...(Object.keys(host).length > 0 && { offeredHostKey: null }) };
  if (wanted === undefined) return kept;
  const read = wanted === "new" ? { ok: true as const, value: makeSshKey() } : readSshKey(wanted);
  if (!read.ok) throw new AppError("UNPROCESSABLE", read.error);
  const { privateKey, publicKey } = read.value;
  return { ...kept, publicKey, sealedToken: seal(id, privateKey) };
}
