/** An address made from a name: "Meridian Ltd." -> "meridian-ltd"; "workspace" when nothing usable is left. */
export function workspaceSlugFrom(name: string): string {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-+|-+$/g, "");
  return slug === "" ? "workspace" : slug;
}
