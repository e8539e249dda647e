import "server-only";
import { AppError } from "@/lib/kernel/app-error";
import { hostOf } from "@/lib/kernel/host-of";
import { isSshAddress } from "@/lib/kernel/ssh-address";
import { requireOwnToken } from "@/lib/platform/require-own-token";
import { makeSshKey, readSshKey } from "@/lib/platform/ssh-key";
import type { SourceRow } from "../source-rows";
import { sourceToken } from "../source-secret";

type Secrets = Pick<SourceRow, "url" | "sealedToken" | "hostKey">;
/** What is undefined stays. */
type Given = {
  url: string;
  token?: string | null | undefined;
  /** Of ssh: a private key, or "new". */
  key?: string | undefined;
  hostKey?: string | null | undefined;
};
type Columns = Partial<Pick<SourceRow, "publicKey" | "hostKey" | "offeredHostKey">> & {
  sealedToken?: Uint8Array<ArrayBuffer> | null;
};

/**
 * What a source keeps to get in where it is, beside what it kept `before`: a token over https, a key and the host's
 * fingerprint over ssh. UNPROCESSABLE for what does not go together, and for a key that is none; nobody's secret goes to
 * another host than it was given for.
 */
export function remoteSecrets(id: string, before: Secrets | null, given: Given): Columns {
  return isSshAddress(given.url) ? overSsh(id, before, given) : overHttps(id, before, given);
}

function overHttps(id: string, before: Secrets | null, { url, token, key, hostKey }: Given): Columns {
  if (key !== undefined || typeof hostKey === "string")
    throw new AppError("UNPROCESSABLE", "A key is for addresses over ssh. Over https, give a token.");
  const wasSsh = before !== null && isSshAddress(before.url);
  if (before && !wasSsh) requireOwnToken(before, url, token);
  const left = wasSsh ? { sealedToken: null, publicKey: null, hostKey: null, offeredHostKey: null } : {};
  return token === undefined ? left : { ...left, sealedToken: sourceToken.seal(id, token) };
}

function overSsh(id: string, before: Secrets | null, { url, token, key, hostKey }: Given): Columns {
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
  return { ...kept, publicKey, sealedToken: sourceToken.seal(id, privateKey) };
}
