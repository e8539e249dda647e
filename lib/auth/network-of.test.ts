import { describe, expect, it } from "vitest";
import { networkOf } from "./network-of";

describe("the network that guesses are counted for", () => {
  it.each([
    [null, "somewhere"],
    ["192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:db8::9", "2001:db8:0:0::/64"],
    ["2001:db8::1:2:3:4:5", "2001:db8:0:1::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::", "fe80:0:0:0::/64"],
  ])("of %s is %s", (address, network) => expect(networkOf(address)).toBe(network));
});
