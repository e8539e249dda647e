import { describe, expect, it } from "vitest";
import { callerOf, plainAddress, readTrustedProxies } from "./trusted-proxies.mjs";

describe("the spelling of addresses", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    [" 192.0.2.1 ", "192.0.2.1"],
    ["192.0.2.1:49152", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:C000:0201", "192.0.2.1"],
    ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
    ["[::ffff:192.0.2.1]:443", "192.0.2.1"],
    ["2001:DB8:0:0::1", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["[2001:db8::1]:8443", "2001:db8::1"],
    ["fe80::1%eth0", "fe80::1"],
    ["::1", "::1"],
  ])("writes %s as %s", (text, plain) => expect(plainAddress(text)).toBe(plain));

  it.each([
    "",
    "unknown",
    "_hidden",
    "192.0.2",
    "192.0.2.1.5",
    "192.0.2.256",
    "example.test",
    "[192.0.2.1",
    "::1]:80",
  ])("takes %j for no address", (text) => expect(plainAddress(text)).toBeNull());
});

describe("GREENROOM_TRUSTED_PROXIES", () => {
  it("trusts nobody unless told to", () => {
    for (const text of ["", " , "]) expect(readTrustedProxies(text)("127.0.0.1")).toBe(false);
  });

  it("takes addresses, networks and the names of private ones", () => {
    const isTrusted = readTrustedProxies(
      "192.0.2.7, 10.0.0.0/8,2001:DB8:0::/32, ::ffff:203.0.113.9, Loopback",
    );
    for (const address of ["192.0.2.7", "10.255.0.1", "2001:db8::5", "203.0.113.9", "127.8.9.1", "::1"])
      expect(isTrusted(address), address).toBe(true);
    for (const address of ["192.0.2.8", "11.0.0.1", "2001:db9::5", "203.0.113.10", "fe80::1", "192.168.0.1"])
      expect(isTrusted(address), address).toBe(false);
    const isPrivate = readTrustedProxies("linklocal,uniquelocal");
    for (const address of ["169.254.1.1", "fe80::1", "172.31.0.1", "fd00::1"])
      expect(isPrivate(address), address).toBe(true);
    expect(isPrivate("127.0.0.1")).toBe(false);
  });

  it.each([
    "everyone",
    "10.0.0.0/33",
    "10.0.0.0/-1",
    "10.0.0.0/",
    "::1/129",
    "::ffff:10.0.0.0/104",
    "10.0.0.1:80",
    "all/8",
  ])("refuses %s and says what may stand there", (entry) =>
    expect(() => readTrustedProxies(`127.0.0.1, ${entry}`)).toThrow(
      `GREENROOM_TRUSTED_PROXIES: "${entry}" is not an address, a network as 10.0.0.0/8, or one of loopback, linklocal, uniquelocal`,
    ),
  );
});

describe("who sent a request", () => {
  const trusts = readTrustedProxies("10.0.0.0/8");

  it("is the socket's other end, whatever it writes, when that is no proxy of ours", () => {
    expect(callerOf("203.0.113.5", "198.51.100.1", trusts)).toBe("203.0.113.5");
    expect(callerOf("::ffff:203.0.113.5", undefined, trusts)).toBe("203.0.113.5");
    expect(callerOf("127.0.0.1", "198.51.100.1", readTrustedProxies(""))).toBe("127.0.0.1");
  });

  it("is whom a trusted proxy heard from", () => {
    expect(callerOf("10.0.0.1", "198.51.100.1", trusts)).toBe("198.51.100.1");
    expect(callerOf("::ffff:10.0.0.1", "[2001:db8::9]:5000", trusts)).toBe("2001:db8::9");
  });

  it("is found from the right through a chain: what the caller wrote stands further left", () => {
    expect(callerOf("10.0.0.1", "192.0.2.66, 198.51.100.1, 10.0.0.2", trusts)).toBe("198.51.100.1");
    expect(callerOf("10.0.0.1", "10.0.0.3, 10.0.0.2", trusts)).toBe("10.0.0.3");
  });

  it("is the last proxy that is known where the trail ends in something else", () => {
    expect(callerOf("10.0.0.1", "198.51.100.1, unknown", trusts)).toBe("10.0.0.1");
    expect(callerOf("10.0.0.1", "198.51.100.1,", trusts)).toBe("10.0.0.1");
    expect(callerOf("10.0.0.1", "198.51.100.1, _hidden, 10.0.0.2", trusts)).toBe("10.0.0.2");
    expect(callerOf("10.0.0.1", undefined, trusts)).toBe("10.0.0.1");
  });

  it("is nobody once the socket is gone", () => {
    expect(callerOf(undefined, "198.51.100.1", trusts)).toBeNull();
  });
});
