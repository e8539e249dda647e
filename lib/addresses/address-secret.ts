import "server-only";
import { newSecret, sha256 } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { sealedSecret } from "@/lib/platform/sealed-secret";
import { skillSlug } from "@/lib/skills/skill-slug";

const kept = sealedSecret("delivery-address");

/** So that a token in a log or a repository is recognised for what it is. */
const tokenPrefix = "grd_";

export type AddressSecret = {
  id: string;
  /** What it is found by. */
  hash: string;
  sealedToken: Uint8Array<ArrayBuffer>;
};

/** A token for a new address: as it is kept, and as it is told. */
export function newAddressSecret(): AddressSecret & { token: string } {
  const id = crypto.randomUUID();
  const token = `${tokenPrefix}${newSecret()}`;
  return { id, token, hash: addressHash(token), sealedToken: kept.seal(id, token) };
}

/** What a token is found by. */
export const addressHash = (token: string): string => sha256(token);

/** The token of an address as it is kept. Throws where the row was changed, or sealed with another secret. */
export const unsealToken = ({ id, sealedToken }: Pick<AddressSecret, "id"> & { sealedToken: Uint8Array }) =>
  kept.unseal(id, sealedToken);

/** Where an address stands, by the public address of the server: what a proxy was asked for counts for nothing. */
export const addressUrl = (token: string): string => `${env().publicUrl.replace(/\/+$/, "")}/d/${token}`;

/** The same skills as a repository; `title` is the agent's slug, the label, or the address's own name. */
export const gitUrl = (token: string, title: string): string =>
  `${addressUrl(token)}/${repositoryName(title)}.git`;

const repositoryName = (title: string): string => skillSlug(title);
