import { describe, expect, it } from "vitest";
import { remoteSecrets } from "./remote-secrets";
import { makeSshKey } from "./ssh-key";

const id = "1";
/** Seals as it were: what is sealed stays readable here. */
const seal = (_: string, secret: string | null) =>
  secret === null ? null : new Uint8Array(Buffer.from(secret));
const opened = (sealed: Uint8Array | null | undefined) => (sealed ? Buffer.from(sealed).toString() : sealed);
const over = (
  before: Parameters<typeof remoteSecrets>[0]["before"],
  given: Parameters<typeof remoteSecrets>[1],
) => remoteSecrets({ id, seal, before }, given);

const ssh = "ssh://git@git.example/~/a.git";
const https = "https://git.example/a.git";
const kept = { sealedToken: seal(id, "kept"), hostKey: "SHA256:kept" };
const none = { sealedToken: null, publicKey: null, hostKey: null, offeredHostKey: null };

describe("what is kept of a remote to get in", () => {
  it("is a token over https, sealed, which stays where none is given", () => {
    expect(opened(over(null, { url: https, token: "ghp_1" }).sealedToken)).toBe("ghp_1");
    expect(over({ url: https, ...kept }, { url: `${https}?` })).toEqual({});
    expect(over({ url: https, ...kept }, { url: https, token: null })).toEqual({ sealedToken: null });
  });

  it("is a key over ssh, made or given, with its public line", () => {
    const made = over(null, { url: ssh });
    expect(opened(made.sealedToken)).toContain("BEGIN OPENSSH PRIVATE KEY");
    expect(made).toMatchObject({ hostKey: null, offeredHostKey: null });
    const own = makeSshKey();
    const given = over(null, { url: ssh, key: own.privateKey, hostKey: "SHA256:a" });
    expect(opened(given.sealedToken)?.trim()).toBe(own.privateKey.trim());
    expect(given).toMatchObject({ hostKey: "SHA256:a", offeredHostKey: null });
    expect(own.publicKey).toContain(given.publicKey);
  });

  it("stays with its host, and goes to no other one", () => {
    const before = { url: ssh, ...kept };
    expect(over(before, { url: "ssh://git@git.example/b.git" })).toEqual({});
    expect(over(before, { url: ssh, hostKey: "SHA256:b" })).toEqual({
      hostKey: "SHA256:b",
      offeredHostKey: null,
    });
    const elsewhere = over(before, { url: "ssh://git@git.example:2222/a.git" });
    expect(opened(elsewhere.sealedToken)).not.toBe("kept");
    expect(elsewhere.hostKey).toBeNull();
    expect(over(before, { url: https })).toEqual(none);
    expect(() => over({ url: https, ...kept }, { url: "https://other.example/a.git" })).toThrow(
      /its own token/,
    );
    expect(opened(over({ url: https, ...kept }, { url: ssh }).sealedToken)).not.toBe("kept");
  });

  it("is refused where it does not go together, without a word of the secret", () => {
    expect(() => over(null, { url: https, key: "new" })).toThrow(/over ssh/);
    expect(() => over(null, { url: https, hostKey: "SHA256:a" })).toThrow(/over ssh/);
    expect(() => over(null, { url: ssh, token: "ghp_1" })).toThrow(/a key is used/);
    expect(() => over(null, { url: ssh, key: "hunter2" })).toThrow(/^(?!.*hunter2).*no private key/s);
  });
});
