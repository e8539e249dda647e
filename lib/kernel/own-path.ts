/** A path of this app, or "/" for anything that could lead elsewhere (`//host`, `/\host`, `https:`). */
export function ownPath(wanted: string | undefined): string {
  if (!wanted?.startsWith("/")) return "/";
  const here = "http://here.invalid";
  const url = URL.parse(wanted, here);
  if (url?.origin !== here) return "/";
  return url.pathname.startsWith("//") ? "/" : url.pathname + url.search + url.hash;
}
