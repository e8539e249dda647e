import { isIP } from "node:net";

/**
 * The network that guesses are counted for: an address of IPv4, and of IPv6 the first 64 bits, because whoever has one
 * such address has all the others of its network too.
 */
export function networkOf(address: string | null): string {
  if (address === null) return "somewhere";
  if (isIP(address) !== 6) return address;
  const [head = [], tail] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = tail ? Array.from({ length: 8 - head.length - tail.length }, () => "0") : [];
  return `${[...head, ...zeros, ...(tail ?? [])].slice(0, 4).join(":")}::/64`;
}
