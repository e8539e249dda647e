import "server-only";
import { BlockList, isIP } from "node:net";

/** Everything that is not a host of the public internet (IANA special-purpose registries, November 2026). */
const special = new BlockList();
const ipv4Ranges: [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];
const ipv6Ranges: [string, number][] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];
for (const [network, prefix] of ipv4Ranges) special.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of ipv6Ranges) special.addSubnet(network, prefix, "ipv6");

/** The only part of IPv6 that is given out to hosts of the internet. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

/** Whether this IP address, in any spelling that net.isIP takes, is a host of the public internet. */
export function isPublicAddress(address: string): boolean {
  const plain = address.split("%", 1)[0] ?? address;
  const family = isIP(plain);
  if (family === 4) return !special.check(plain, "ipv4");
  if (family !== 6) return false;
  const embedded = embeddedIpv4(plain);
  if (embedded) return !special.check(embedded, "ipv4");
  return globalUnicast.check(plain, "ipv6") && !special.check(plain, "ipv6");
}

/** Of ::ffff:a.b.c.d and of NAT64's 64:ff9b::a.b.c.d. */
function embeddedIpv4(address: string): string | null {
  // The URL parser writes every spelling as hexadecimal groups with the longest run of zeros left out.
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const tail = /^(?:::ffff|64:ff9b:):(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})$/.exec(canonical);
  if (!tail) return null;
  const [high, low] = [Number.parseInt(tail[1] ?? "0", 16), Number.parseInt(tail[2] ?? "0", 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}
