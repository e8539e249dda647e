// Who sent a request, when proxies may stand in between. No dependencies.
import { BlockList, isIP } from "node:net";
import { PlainError } from "../progress.mjs";

const MAPPED_IPV4 = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/** What Express calls these networks too: names are easier to get right than numbers. */
const NAMED_NETWORKS = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

/**
 * The proxies that may say whom they speak for: addresses, networks and names, separated by commas.
 *
 * @param {string} text the value of GREENROOM_TRUSTED_PROXIES
 * @returns {(address: string) => boolean} whether an address, as `plainAddress` writes it, is one of theirs
 */
export function readTrustedProxies(text) {
  const proxies = new BlockList();
  const entries = text.split(",").map((entry) => entry.trim());
  for (const entry of entries.filter(Boolean))
    for (const network of NAMED_NETWORKS[entry.toLowerCase()] ?? [entry]) addNetwork(proxies, network);
  return (address) => proxies.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

function addNetwork(proxies, network) {
  const [, written = "", bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(network) ?? [];
  const family = isIP(written);
  const address = plainAddress(written);
  const longest = isIP(address ?? "") === 6 ? 128 : 32;
  // A network of IPv4 in the spelling of IPv6 counts its bits differently: nobody should have to guess which.
  const isOneFamily = bits === undefined || isIP(address ?? "") === family;
  if (family === 0 || !isOneFamily || Number(bits ?? 0) > longest)
    throw new PlainError(
      `GREENROOM_TRUSTED_PROXIES: "${network}" is not an address, a network as 10.0.0.0/8, or one of ${Object.keys(NAMED_NETWORKS).join(", ")}`,
    );
  proxies.addSubnet(address, Number(bits ?? longest), longest === 128 ? "ipv6" : "ipv4");
}

/**
 * One spelling for each address: IPv4 written as IPv6 becomes IPv4, and a port, a zone and brackets go.
 *
 * @returns {string | null} null for what is no address
 */
export function plainAddress(text) {
  const bare = text.trim().toLowerCase();
  const [host = bare] = /(?<=^\[)[^\]]+(?=\](?::\d+)?$)|^[\d.]+(?=:\d+$)/.exec(bare) ?? [];
  const [address] = host.split("%", 1);
  if (isIP(address) === 4) return address;
  if (isIP(address) !== 6) return null;
  // The URL parser writes every spelling as hexadecimal groups with the longest run of zeros left out.
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const mapped = MAPPED_IPV4.exec(canonical);
  if (!mapped) return canonical;
  const [high, low] = [Number.parseInt(mapped[1], 16), Number.parseInt(mapped[2], 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/**
 * Where a request comes from: the first address that is no trusted proxy's, from the socket outwards. What stands
 * further out in X-Forwarded-For was written by somebody whom nobody vouches for.
 *
 * @param {string | undefined} peer the socket's other end
 * @param {string | undefined} forwardedFor X-Forwarded-For, in which each proxy appends whom it heard from
 * @param {(address: string) => boolean} isTrusted
 * @returns {string | null} null when the socket is gone already
 */
export function callerOf(peer, forwardedFor, isTrusted) {
  let caller = plainAddress(peer ?? "");
  const hops = (forwardedFor ?? "").split(",").reverse();
  for (const hop of hops) {
    if (caller === null || !isTrusted(caller)) return caller;
    const further = plainAddress(hop);
    // A proxy that does not say whom it heard from ("unknown") is where the trail ends.
    if (further === null) return caller;
    caller = further;
  }
  return caller;
}
