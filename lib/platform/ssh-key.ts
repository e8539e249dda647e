import "server-only";
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import ssh2, { type ParsedKey } from "ssh2";
import { err, ok, type Result } from "@/lib/kernel/result";

type SshKey = {
  /** As OpenSSH or PEM write it, without a passphrase. */
  privateKey: string;
  /** One line, as it stands in authorized_keys. */
  publicKey: string;
};

const ed25519 = "ssh-ed25519";
const kinds = [ed25519, "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521", "ssh-rsa"];
const leastRsaBits = 2_048;
const comment = "greenroom";

/** A pair of ed25519 for one repository. */
export function makeSshKey(): SshKey {
  return inOpenSshForm(generateKeyPairSync("ed25519").privateKey);
}

/** Reads what somebody pasted: OpenSSH's form or PEM. What is wrong with it is a sentence, without anything of the key. */
export function readSshKey(text: string): Result<SshKey, string> {
  const given = `${text.trim().replace(/\r\n?/g, "\n")}\n`;
  if (/^(?:ssh-|ecdsa-sha2-)/.test(given) || given.includes("BEGIN PUBLIC KEY"))
    return err("This is a public key. Give the private one, which begins with -----BEGIN.");
  if (/^-----BEGIN ENCRYPTED |^Proc-Type: 4,ENCRYPTED/m.test(given)) return err(withPassphrase);
  const read = /^-----BEGIN PRIVATE KEY-----/.test(given) ? fromPkcs8(given) : given;
  const parsed = read === null ? null : ssh2.utils.parseKey(read);
  if (read === null || parsed === null) return err(notRead);
  if (parsed instanceof Error)
    return err(/passphrase|encrypted/i.test(parsed.message) ? withPassphrase : notRead);
  const keys: readonly ParsedKey[] = [parsed].flat();
  const [key] = keys;
  if (!key || keys.length !== 1 || !key.isPrivateKey()) return err(notRead);
  if (!kinds.includes(key.type))
    return err(`Keys of the kind ${key.type} are not used. Give one of ed25519, ECDSA or RSA.`);
  const bits = createPublicKey(key.getPublicPEM()).asymmetricKeyDetails?.modulusLength ?? leastRsaBits;
  if (bits < leastRsaBits) return err(`An RSA key has ${leastRsaBits} bits or more. Give another one.`);
  return ok({ privateKey: read, publicKey: `${key.type} ${key.getPublicSSH().toString("base64")}` });
}

const withPassphrase =
  "This key has a passphrase, which nobody is here to type. Give one without, or let Greenroom make a key.";
const notRead =
  "This is no private key that can be read here. Paste all of it, from -----BEGIN to -----END, of an ed25519, ECDSA or RSA key.";

/** ssh2 reads the older forms of PEM alone. */
function fromPkcs8(pem: string): string | null {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === "ed25519") return inOpenSshForm(key).privateKey;
    if (key.asymmetricKeyType === "ec") return key.export({ format: "pem", type: "sec1" }).toString();
    return key.asymmetricKeyType === "rsa" ? key.export({ format: "pem", type: "pkcs1" }).toString() : null;
  } catch {
    return null;
  }
}

/** A length and that many bytes (RFC 4251, section 5). */
function counted(data: string | Uint8Array): Buffer {
  const bytes = Buffer.from(data);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** OpenSSH's PROTOCOL.key. ssh2's own maker of keys loses leading zeros (mscdex/ssh2 issue 1514). */
function inOpenSshForm(key: KeyObject): SshKey {
  const { d, x } = key.export({ format: "jwk" });
  const [seed, point] = [Buffer.from(d ?? "", "base64url"), Buffer.from(x ?? "", "base64url")];
  const shared = Buffer.concat([counted(ed25519), counted(point)]);
  const check = randomBytes(4);
  const pair = counted(Buffer.concat([seed, point]));
  const secret = Buffer.concat([check, check, shared, pair, counted(comment)]);
  const padding = Buffer.from(Array.from({ length: (8 - (secret.length % 8)) % 8 }, (_, at) => at + 1));
  const whole = Buffer.concat([
    Buffer.from("openssh-key-v1\0"),
    ...["none", "none", ""].map(counted),
    Buffer.from([0, 0, 0, 1]),
    counted(shared),
    counted(Buffer.concat([secret, padding])),
  ]);
  const lines = whole.toString("base64").match(/.{1,70}/g) ?? [];
  return {
    privateKey: [
      "-----BEGIN OPENSSH PRIVATE KEY-----",
      ...lines,
      "-----END OPENSSH PRIVATE KEY-----",
      "",
    ].join("\n"),
    publicKey: `${ed25519} ${shared.toString("base64")} ${comment}`,
  };
}
