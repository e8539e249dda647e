import { expect, it } from "vitest";
import { retryDelayMs, sayFailure, tameWords } from "./failure-words";
import { pushFailures } from "./mirror-options";

const facts = { host: "git.example.org", branch: "main", hasToken: true };

it("says of each failure what it is and, where somebody can do something, what", () => {
  const all = pushFailures.map((kind) => sayFailure(kind, facts));
  expect(new Set(all).size).toBe(pushFailures.length);
  for (const words of all) expect(words).toMatch(/^[A-Z\d].*[.]$|^git\.example\.org.*\.$/);
  expect(sayFailure("credentials", { ...facts, hasToken: false })).toMatch(/wants a user name and a token/);
});

it("names the keys of a host over ssh: the one that nobody accepted, or what changed", () => {
  const ssh = { ...facts, isSsh: true };
  const say = (keys: { hostKey: string | null; offeredHostKey: string | null }) =>
    sayFailure("host-key", { ...ssh, ...keys });
  expect(say({ hostKey: null, offeredHostKey: "SHA256:B" })).toMatch(/shows the key SHA256:B, which nobody/);
  expect(say({ hostKey: "SHA256:A", offeredHostKey: "SHA256:B" })).toMatch(/was SHA256:A, and is SHA256:B\./);
  expect(say({ hostKey: "SHA256:A", offeredHostKey: null })).toMatch(/another key than the one that is kept/);
});

it("waits longer each time, and an hour at least where a person has to act", () => {
  expect([1, 2, 3].map((attempt) => retryDelayMs("timeout", attempt))).toEqual([30_000, 60_000, 120_000]);
  expect(retryDelayMs("unreachable", 1_000)).toBe(60 * 60_000);
  expect(retryDelayMs("diverged", 1)).toBe(60 * 60_000);
  expect(retryDelayMs("credentials", 1_000)).toBe(24 * 60 * 60_000);
});

it("keeps of a remote's words one plain line without the token", () => {
  expect(tameWords("no\u0000\u001b[31m \u202eway\r\n\tout", null)).toBe("no [31m way out");
  expect(tameWords("bad token abc, abc!", "abc")).toBe("bad token ***, ***!");
  expect(tameWords(" \n\u200b", null)).toBeNull();
  const cut = tameWords(`${"x".repeat(298)}😀😀`, null);
  expect(cut).toHaveLength(300);
  expect(cut?.isWellFormed()).toBe(true);
});
