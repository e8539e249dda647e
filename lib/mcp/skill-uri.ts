/** Where a file of a skill is to MCP clients (SEP-2640): `skill://<skill>/<path>`, each segment encoded by itself. */
export const skillUri = (name: string, path: string): string =>
  `skill://${[name, ...path.split("/")].map(encodeURIComponent).join("/")}`;

/** Of a folder within a skill, without a slash at its end; of the skill's own folder where there are no segments. */
export const folderUri = (name: string, segments: readonly string[]): string =>
  `skill://${[name, ...segments].map(encodeURIComponent).join("/")}`;

/**
 * An address as somebody asks for it, in the one spelling that ours have. Null for what is none, and for what leads out
 * of a skill or past a file: dots are resolved before anything is compared.
 */
export function canonicalUri(uri: string): string | null {
  if (uri.length > longestUri || !URL.canParse(uri)) return null;
  const { href, hash, search } = new URL(uri);
  return hash === "" && search === "" ? href : null;
}

/** A path of 1,000 characters of which each is encoded as nine. */
const longestUri = 10_000;
