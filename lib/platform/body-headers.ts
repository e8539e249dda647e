type Encoding = "gzip";

/**
 * What an answer says of its own body, whose bytes are counted as they go out. Twice: Next.js takes these headers off
 * what a route answers, and `scripts/server/body-headers.mjs` puts back what is said by the other names.
 */
export function bodyHeaders(byteLength: number, encoding?: Encoding): Record<string, string> {
  const told = {
    "content-length": String(byteLength),
    ...(encoding && { "content-encoding": encoding }),
  };
  const kept = Object.entries(told).map(([name, value]) => [`greenroom-${name}`, value]);
  return { ...told, ...Object.fromEntries(kept) };
}
