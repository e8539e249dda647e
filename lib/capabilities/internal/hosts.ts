import type { CapabilityUse } from "../capability";
import { atRunTime, literal, type Sighting } from "./sighting";

// Bounded, so that no text costs more than its length.
const address =
  /\b(?:https?|wss?|ftps?|sftp|ssh|git|rtsp|mqtts?|postgres(?:ql)?|mysql|redis|mongodb(?:\+srv)?|amqps?):\/\/([^\s"'`<>()\\|^]{1,300})/gi;

/** Names of formats, which nobody asks, and names that are reserved for examples (RFC 2606, RFC 6761). */
const isNobody = (host: string): boolean =>
  /^(?:www\.w3\.org|schemas\.(?:openxmlformats|microsoft|android)\.(?:org|com)|json-schema\.org|purl\.org|xmlns\.com|ns\.adobe\.com|(?:.+\.)?example\.(?:com|net|org)|(?:.+\.)?(?:example|test|invalid))$/.test(
    host,
  );

/** Part of an address that is known only when it runs, in whatever language: `${host}`, `{host}`, `$HOST`, `<host>`, `%s`. */
const builtIn = /[${}<>%*]|\[|^\.|^your[-_.]|^YOUR/;

/** The host of the part of an address behind `//`; null where there is none to ask. */
export function hostOf(rest: string, use: CapabilityUse, start: number): Sighting | null {
  const authority = rest.split(/[/?#,;]/, 1)[0] ?? "";
  const host = authority.slice(authority.lastIndexOf("@") + 1).replace(/[.:\]]+$/, "");
  if (host === "") return null;
  if (builtIn.test(host)) return atRunTime("host", use, host, start);
  const name = host.toLowerCase();
  const bare = name.replace(/:\d{1,5}$/, "");
  if (isNobody(bare) || !/^[\p{L}\p{N}[]/u.test(bare)) return null;
  return literal("host", use, name, start);
}

/** All addresses in a piece of text. `from`: where it begins in the file. */
export function hostsIn(text: string, use: CapabilityUse, from: number): Sighting[] {
  const found: Sighting[] = [];
  for (const match of text.matchAll(address)) {
    const sighting = hostOf(match[1] ?? "", use, from + match.index);
    if (sighting) found.push(sighting);
  }
  return found;
}

/** A host without a scheme, as `ssh`, `nc` and `ping` are given it: `user@host:path`, `host`. */
export function bareHost(word: string, start: number): Sighting | null {
  const host = word.slice(word.lastIndexOf("@") + 1).split(/[:/]/, 1)[0] ?? "";
  return /^[\w-]+(?:\.[\w-]+)+$|^localhost$/.test(host) ? hostOf(host, "reached", start) : null;
}
