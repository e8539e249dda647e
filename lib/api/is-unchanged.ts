/** Whether the asker has what this ETag names: If-None-Match compares weakly (RFC 9110, 13.1.2). */
export function isUnchanged(request: Request, etag: string): boolean {
  const had = request.headers.get("if-none-match");
  if (had === null) return false;
  return had.trim() === "*" || had.split(",").some((one) => one.trim().replace(/^W\//, "") === `"${etag}"`);
}
