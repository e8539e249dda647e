import "server-only";
import { z } from "zod";
import { err, ok, type Result } from "@/lib/kernel/result";
import type { SourceFailure } from "../source-options";
import { askRemote, basicAuthorization, type Remote } from "./ask-remote";
import { jsonOf } from "./json-of";

/** What is asked of a repository in a registry, below its address, and how it answers. */
type Asking = { path: string; answers: "registry-manifest" | "archive"; accept: string };
export type Registry = (asking: Asking) => Promise<Result<Uint8Array, SourceFailure>>;

const tokenSchema = z.union([
  z.object({ token: z.string().min(1).max(16_000) }).transform(({ token }) => token),
  z.object({ access_token: z.string().min(1).max(16_000) }).transform(({ access_token }) => access_token),
]);

/**
 * Reads of one repository (OCI Distribution 1.1). A registry says itself how it wants to be asked: by name and token, or
 * by a token of its own that is fetched first (https://distribution.github.io/distribution/spec/auth/token/).
 */
export function openRegistry(
  remote: Remote,
  { base, name }: { base: string; name: string },
  signal: AbortSignal,
): Registry {
  const nobody = { ...remote, token: null };
  let authorization: string | null = null;
  const ask = async ({ path, answers, accept }: Asking) => {
    let challenge: string | null = null;
    const answer = await askRemote(nobody, {
      url: `${base}/${path}`,
      answers,
      headers: {
        "User-Agent": "greenroom",
        Accept: accept,
        ...(authorization !== null && { authorization }),
      },
      onChallenge: (told) => {
        challenge = told;
      },
      signal,
    });
    return { answer, challenge };
  };
  return async (asking) => {
    const { answer, challenge } = await ask(asking);
    if (challenge === null || authorization !== null) return answer;
    const found = await authorize(remote, { challenge, base, name, signal });
    if (!found.ok) return found;
    authorization = found.value;
    return (await ask(asking)).answer;
  };
}

type Wanted = { challenge: string; base: string; name: string; signal: AbortSignal };

/** What goes into `Authorization` for a challenge. */
async function authorize(
  { userName, token }: Remote,
  { challenge, base, name, signal }: Wanted,
): Promise<Result<string, SourceFailure>> {
  const scheme = challenge.trim().split(/\s/, 1)[0]?.toLowerCase();
  if (scheme === "basic")
    return token === null ? err("credentials") : ok(basicAuthorization(userName, token));
  const { realm, service, scope } = parametersOf(challenge);
  const url = scheme === "bearer" && realm !== undefined ? URL.parse(realm) : null;
  if (!url) return err("credentials");
  if (service !== undefined) url.searchParams.set("service", service);
  url.searchParams.set("scope", scope ?? `repository:${name}:pull`);
  const isTold = token !== null && isOfSameSite(url, new URL(base));
  const headers = {
    "User-Agent": "greenroom",
    Accept: "application/json",
    ...(isTold && { authorization: basicAuthorization(userName, token) }),
  };
  const asked = { url: url.href, userName, token: null };
  const answer = await askRemote(asked, { url: url.href, answers: "registry-token", headers, signal });
  if (!answer.ok) return answer;
  const read = tokenSchema.safeParse(jsonOf(answer.value));
  return read.success && /^[\x21-\x7e]+$/.test(read.data) ? ok(`Bearer ${read.data}`) : err("not-registry");
}

const parametersOf = (challenge: string): Partial<Record<string, string>> =>
  Object.fromEntries(
    [...challenge.matchAll(/([a-z]{1,20})="([^"]{0,2000})"/gi)].map(([, key = "", value = ""]) => [
      key.toLowerCase(),
      value,
    ]),
  );

/**
 * Whether a registry's token server may be told what was given for the registry: it is the same host, or one beside or
 * above it (r1.docker.io sends to auth.docker.io, code.gitlab.com to gitlab.com).
 */
export function isOfSameSite(realm: URL, registry: URL): boolean {
  if (realm.origin === registry.origin) return true;
  if (realm.protocol !== "https:" || registry.protocol !== "https:") return false;
  const above = registry.hostname.split(".").slice(1).join(".");
  const isName = above.includes(".") && !/^[\d.]+$/.test(registry.hostname);
  return isName && (realm.hostname === above || realm.hostname.endsWith(`.${above}`));
}
