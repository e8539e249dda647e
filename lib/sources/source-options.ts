import { isDigest } from "@/lib/kernel/is-digest";
import { whyDeclared } from "@/lib/kernel/require-undeclared";
import { isSshAddress } from "@/lib/kernel/ssh-address";
import { isReference, registryAddress } from "./registry-address";

/** A repository, an archive at an address, an index of skills below one, and an artefact in a registry. */
export const sourceKinds = ["git", "archive", "well-known", "oci"] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** Why a kind has no such place in it; null where it may. An archive's `ref` is the digest that it has to have. */
export function whyUnfit(
  kind: SourceKind,
  { url, ref, folder }: { url: string; ref: string; folder: string },
): string | null {
  if (isSshAddress(url) && kind !== "git")
    return "Over ssh only git repositories are read. Use an https:// address.";
  const query = URL.parse(url)?.searchParams;
  if (query && query.size > 0 && kind !== "archive")
    return "Leave out what comes after the ?: only an archive's address may have it.";
  const secret = [...(query ?? [])].find(([name, value]) => isSecret(name, value))?.[0];
  if (secret !== undefined)
    return `The address has a secret in it (${secret}), and addresses are kept and shown. Leave it out, and give it as the token.`;
  if (kind === "archive" && ref !== "" && !isDigest(ref))
    return "Of an archive, name the sha256 digest that it has to have, or nothing.";
  if (kind === "oci" && !registryAddress(url))
    return "Name a registry and a repository in it in small letters, as https://ghcr.io/meridian/skills; its tag or digest has a field of its own.";
  if (kind === "oci" && ref !== "" && !isReference(ref))
    return "Of an artefact, name a tag or its sha256 digest, or nothing for latest.";
  if (kind === "well-known" && ref !== "") return "An index has no branch, tag or commit.";
  if (kind === "well-known" && folder !== "") return "An index has no folders: all that it lists is read.";
  return null;
}

/** Names under which hosts take a secret in an address, signatures of such addresses, and what tokens begin with. */
const secretNames =
  /(?:^|[-_.])(?:token|secret|password|passwd|pwd|pass|auth|authorization|credentials?|signature|sig|key|apikey|jwt|sas)(?:$|[-_.])|^(?:access|private|job|api|oauth)?(?:token|key)$|^x-amz-|^x-goog-/i;
const secretValues =
  /^(?:gh[pousr]_|github_pat_|gl[a-z]{2,6}-|xox[a-z]-|sk-|AKIA|ASIA|eyJ[\w-]+\.|Bearer |Basic )/i;
const isSecret = (name: string, value: string): boolean =>
  secretNames.test(name) || secretValues.test(value.trim());

/** How a sync ends that changes nothing. */
export const sourceFailures = [
  "address",
  "redirect",
  "unreachable",
  "timeout",
  "credentials",
  "forbidden",
  "not-found",
  "not-git",
  "too-old",
  "old-protocol",
  "not-ssh",
  "host-key",
  "key-refused",
  "no-channel",
  "sha256",
  "no-such-ref",
  "no-such-folder",
  "no-skills",
  "none-chosen",
  "not-archive",
  "bad-archive",
  "other-digest",
  "not-registry",
  "not-index",
  "old-index",
  "huge-index",
  "damaged",
  "unsafe",
  "too-large",
  "busy",
  "remote-error",
  "nobody",
  "no-right",
  "internal",
] as const;
export type SourceFailure = (typeof sourceFailures)[number];

/** What came of a delivery of a webhook. */
export const hookResults = ["taken", "refused"] as const;
export type HookResult = (typeof hookResults)[number];

/** Of a source that a configuration file keeps, for people. */
export const whySourceDeclared = (name: string, file: string): string =>
  `${whyDeclared(name, file)} Its token or key and its webhook are set here.`;

/** What no file may hold, and a person gives here. */
export const sourceNeeds = ["token", "deploy-key"] as const;
export type SourceNeed = (typeof sourceNeeds)[number];

/** What a source that a configuration file keeps still waits for, for people. */
export const needWords: Readonly<Record<SourceNeed, string>> = {
  token: "It needs its token, which is given under Settings > Sources.",
  "deploy-key": "Its repository needs to know its deploy key, which Settings > Sources shows.",
};

/** How often a source may be synced by itself. */
export const scheduleMinutes = [15, 60, 360, 1_440] as const;

/** Of one workspace. */
export const mostSources = 50;
