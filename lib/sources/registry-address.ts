/** A tag (OCI Distribution 1.1, "Pulling manifests") or the hex digits of a sha256 digest. */
const reference = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;
/** Of a name in a registry, between its slashes (the same). */
const namePart = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/;
const longestName = 255;

/** Where a registry has a repository, and its name in it; null for an address that names none. */
export function registryAddress(url: string): { base: string; name: string } | null {
  const parsed = URL.parse(url);
  const name = parsed?.pathname.replace(/^\/(?:v2\/)?/, "").replace(/\/$/, "") ?? "";
  if (!parsed || name.length > longestName) return null;
  const isName = name.split("/").every((part) => namePart.test(part));
  return isName ? { base: `${parsed.origin}/v2/${name}`, name } : null;
}

export const isReference = (ref: string): boolean => reference.test(ref);
