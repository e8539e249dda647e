import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { utils } from "ssh2";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeSshKey, readSshKey } from "./ssh-key";

const keygen = "/usr/bin/ssh-keygen";

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-keys-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const wordsOf = (text: string): string => {
  const read = readSshKey(text);
  return read.ok ? read.value.publicKey : read.error;
};

describe("a key that is made here", () => {
  it("is read again, also where it has zeros at its beginning", () => {
    for (let made = 0; made < 600; made += 1) {
      const { privateKey, publicKey } = makeSshKey();
      expect(`${wordsOf(privateKey)} greenroom`).toBe(publicKey);
      expect(utils.parseKey(publicKey)).not.toBeInstanceOf(Error);
    }
  });

  it("is OpenSSH's", async ({ skip }) => {
    skip(!existsSync(keygen), "This machine has no ssh-keygen.");
    const file = join(await aFolder(), "key");
    const { privateKey, publicKey } = makeSshKey();
    await writeFile(file, privateKey);
    await chmod(file, 0o600);
    expect(spawnSync(keygen, ["-y", "-f", file]).stdout.toString().trim()).toBe(publicKey);
  });
});

describe("a key that somebody gives", () => {
  it.each([
    ["rsa", generateKeyPairSync("rsa", { modulusLength: 2_048 })],
    ["ec", generateKeyPairSync("ec", { namedCurve: "P-256" })],
    ["ed25519", generateKeyPairSync("ed25519")],
  ])("may be PEM of every kind that is used: %s", (_, { privateKey }) => {
    const pem = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
    const read = readSshKey(`\n${pem.replaceAll("\n", "\r\n")}  `);
    expect(read).toMatchObject({ ok: true });
    if (!read.ok) return;
    expect(read.value.publicKey).toMatch(/^(?:ssh-rsa|ecdsa-sha2-nistp256|ssh-ed25519) AAAA/);
    // What is kept is read again as the same key.
    expect(wordsOf(read.value.privateKey)).toBe(read.value.publicKey);
  });

  it.for(["ed25519", "ecdsa", "rsa"])("may be OpenSSH's: %s", async (kind, { skip }) => {
    skip(!existsSync(keygen), "This machine has no ssh-keygen.");
    const file = join(await aFolder(), "key");
    spawnSync(keygen, ["-q", "-t", kind, "-N", "", "-C", "", "-f", file]);
    expect(wordsOf(await readFile(file, "utf8"))).toBe((await readFile(`${file}.pub`, "utf8")).trim());
    spawnSync(keygen, ["-q", "-p", "-P", "", "-N", "hunter2 hunter2", "-f", file]);
    expect(wordsOf(await readFile(file, "utf8"))).toMatch(/has a passphrase/);
  });

  const { privateKey: small } = generateKeyPairSync("rsa", { modulusLength: 1_024 });
  const { privateKey: other } = generateKeyPairSync("x25519");
  const { privateKey: locked } = generateKeyPairSync("ed25519", {
    privateKeyEncoding: { format: "pem", type: "pkcs8", cipher: "aes-256-cbc", passphrase: "hunter2" },
    publicKeyEncoding: { format: "pem", type: "spki" },
  });
  it.each([
    ["", /no private key/],
    ["hunter2", /no private key/],
    ["-----BEGIN OPENSSH PRIVATE KEY-----\nbm9uZQ==\n-----END OPENSSH PRIVATE KEY-----", /no private key/],
    ["-----BEGIN PRIVATE KEY-----\nbm9uZQ==\n-----END PRIVATE KEY-----", /no private key/],
    [makeSshKey().privateKey.slice(0, 200), /no private key/],
    [makeSshKey().publicKey, /public key/],
    [locked, /has a passphrase/],
    [small.export({ format: "pem", type: "pkcs1" }).toString(), /2048 bits or more/],
    [other.export({ format: "pem", type: "pkcs8" }).toString(), /no private key/],
  ])("is refused in words, without any of it: %#", (text, words) => {
    expect(wordsOf(text)).toMatch(words);
    expect(wordsOf(text)).not.toContain("hunter2");
  });
});
