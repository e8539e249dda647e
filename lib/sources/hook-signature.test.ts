import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { newHookSecret, openHookCheck } from "./hook-signature";

const secret = newHookSecret();
const body = new TextEncoder().encode('{"ref":"refs/heads/main"}');
const hex = (key: string) => createHmac("sha256", key).update(body).digest("hex");
const standard = (key: string, said = `m1.1760000000.${new TextDecoder().decode(body)}`) =>
  createHmac("sha256", Buffer.from(key.slice("whsec_".length), "base64"))
    .update(said)
    .digest("base64");

function check(headers: Record<string, string>, sent = body, seconds = 1760000000): boolean | null {
  const opened = openHookCheck(secret, new Headers(headers), new Date(seconds * 1_000));
  // In pieces, as it comes over the wire.
  for (const byte of sent) opened?.update(Uint8Array.of(byte));
  return opened?.isRight() ?? null;
}

const stamped = { "webhook-id": "m1", "webhook-timestamp": "1760000000" };
const right: [string, Record<string, string>][] = [
  ["GitHub", { "x-hub-signature-256": `sha256=${hex(secret)}` }],
  ["Gitea", { "x-gitea-signature": hex(secret) }],
  ["GitLab by its token", { "x-gitlab-token": secret }],
  ["GitLab by a signature", { ...stamped, "webhook-signature": `v1,${standard(secret)}` }],
  ["GitLab while a secret is changed", { ...stamped, "webhook-signature": `v1,AAAA v1,${standard(secret)}` }],
  ["anybody else", { "x-greenroom-signature": `sha256=${hex(secret)}` }],
  ["anybody else, in capitals", { "x-greenroom-signature": hex(secret).toUpperCase() }],
];

describe("a secret", () => {
  it("is one that GitLab signs with, and never the same twice", () => {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(newHookSecret()).not.toBe(secret);
  });
});

describe("what is signed by", () => {
  it.each(right)("%s is taken", (_, headers) => expect(check(headers)).toBe(true));

  it.each(right.filter(([, headers]) => !("x-gitlab-token" in headers)))(
    "%s is not, with another body",
    (_, headers) => expect(check(headers, new TextEncoder().encode("{}"))).toBe(false),
  );
});

describe("a time that is signed", () => {
  const headers = { ...stamped, "webhook-signature": `v1,${standard(secret)}` };
  it.each([
    [0, true],
    [299, true],
    [-299, true],
    [301, false],
    [-301, false],
  ])("%i seconds away: %s", (seconds, isTaken) =>
    expect(check(headers, body, 1760000000 + seconds)).toBe(isTaken),
  );
});

describe("what is wrongly signed", () => {
  const other = newHookSecret();
  it.each<[string, Record<string, string>]>([
    ["by another secret", { "x-hub-signature-256": `sha256=${hex(other)}` }],
    [
      "by an empty one",
      { "x-hub-signature-256": `sha256=${createHmac("sha256", "").update(body).digest("hex")}` },
    ],
    ["by nothing", { "x-hub-signature-256": "sha256=" }],
    ["by the older digest", { "x-hub-signature-256": `sha1=${hex(secret).slice(0, 40)}` }],
    ["by another token", { "x-gitlab-token": other }],
    ["by a part of the token", { "x-gitlab-token": secret.slice(0, -1) }],
    ["in Gitea's way, by another secret", { "x-gitea-signature": hex(other) }],
    [
      "with another time",
      { ...stamped, "webhook-timestamp": "1", "webhook-signature": `v1,${standard(secret)}` },
    ],
    ["in another version", { ...stamped, "webhook-signature": `v0,${standard(secret)}` }],
    [
      "with a right signature beside a wrong one of another host",
      {
        "x-hub-signature-256": `sha256=${hex(other)}`,
        "x-gitlab-token": secret,
      },
    ],
  ])("%s is refused", (_, headers) => expect(check(headers)).toBe(false));

  it("says nothing of who sent it where it has no signature", () => {
    expect(check({ "x-hub-signature": "sha1=00" })).toBeNull();
    expect(check({})).toBeNull();
  });
});
