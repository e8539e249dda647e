import { describe, expect, it } from "vitest";
import { isPublicAddress } from "./is-public-address";

describe("isPublicAddress", () => {
  it.each([
    "127.0.0.1",
    "127.8.8.8",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "100.127.255.254",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:10.0.0.1",
    "::ffff:7f00:1",
    "0:0:0:0:0:ffff:a9fe:a9fe",
    "::ffff:0:127.0.0.1",
    "::127.0.0.1",
    "64:ff9b::169.254.169.254",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "2001:db8::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "localhost",
    "",
  ])("%s is none", (address) => expect(isPublicAddress(address)).toBe(false));

  it.each([
    "1.1.1.1",
    "100.63.255.255",
    "100.128.0.1",
    "172.15.0.1",
    "172.32.0.1",
    "198.20.0.1",
    "2606:4700:4700::1111",
    "2a00:1450:4001:800::200e",
    "::ffff:8.8.8.8",
    "64:ff9b::8.8.8.8",
  ])("%s is one", (address) => expect(isPublicAddress(address)).toBe(true));
});
