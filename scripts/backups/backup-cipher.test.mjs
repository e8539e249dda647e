import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { SEALED_MAGIC, sealing, unsealed } from "./backup-cipher.mjs";

const passphrase = "a passphrase of the tests";
const chunk = 64 * 1024;

async function seal(bytes, parts = 1) {
  const seal = await sealing(passphrase, { cost: 1024 });
  const size = Math.max(1, Math.ceil(bytes.length / parts));
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  return buffer(Readable.from(pieces).pipe(seal));
}

const open = async (sealed, as = passphrase) =>
  buffer(Readable.from(unsealed(Readable.from([sealed.subarray(0, 7), sealed.subarray(7)]), async () => as)));

/** Where the first chunk begins. */
const bodyOf = (sealed) => sealed.indexOf(0x0a, SEALED_MAGIC.length) + 1;

describe("a sealed stream", () => {
  it.each([0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk, 3 * chunk + 5])(
    "of %i bytes comes back",
    async (size) => {
      const bytes = randomBytes(size);
      expect((await open(await seal(bytes, 3))).equals(bytes)).toBe(true);
    },
  );

  it("never looks the same twice, nor like what is in it", async () => {
    const bytes = Buffer.alloc(1000, "secret");
    const [first, second] = [await seal(bytes), await seal(bytes)];
    expect(first.equals(second)).toBe(false);
    expect(first.includes("secretsecret")).toBe(false);
  });

  it("opens with its own passphrase only, and says so", async () => {
    await expect(open(await seal(Buffer.from("words")), "another")).rejects.toThrow(
      "this passphrase or key file does not open the backup: it was made with another",
    );
  });

  it("says where it was cut off, also between two chunks and before its beginning is whole", async () => {
    const sealed = await seal(randomBytes(2 * chunk + 100));
    const body = bodyOf(sealed);
    for (const length of [body, body + chunk + 16, body + 2 * (chunk + 16)])
      await expect(open(sealed.subarray(0, length))).rejects.toThrow(
        /^the backup is cut off: it ends after \d+ bytes/,
      );
    for (const length of [body + 5, body + chunk, sealed.length - 1])
      await expect(open(sealed.subarray(0, length))).rejects.toThrow(
        /^the backup is cut off, or was changed/,
      );
    await expect(open(sealed.subarray(0, body - 1))).rejects.toThrow(
      "the beginning of this backup is damaged",
    );
  });

  it("notices each changed byte, chunks in another order, one left out and one put behind its end", async () => {
    const sealed = await seal(randomBytes(2 * chunk + 100));
    const body = bodyOf(sealed);
    for (const at of [body, body + chunk + 3, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] ^= 1;
      await expect(open(changed)).rejects.toThrow(/changed/);
    }
    const size = chunk + 16;
    const part = (from) => sealed.subarray(body + from * size, body + (from + 1) * size);
    const begin = sealed.subarray(0, body);
    for (const parts of [
      [part(1), part(0), part(2)],
      [part(1), part(2)],
      [part(0), part(2)],
      [part(0), part(1), part(2), part(2)],
    ])
      await expect(open(Buffer.concat([begin, ...parts]))).rejects.toThrow(/changed/);
  });

  it("refuses a beginning that asks for more work than any of ours, or that a newer version wrote", async () => {
    const sealed = await seal(Buffer.from("words"));
    const body = sealed.subarray(bodyOf(sealed));
    const header = JSON.parse(sealed.subarray(SEALED_MAGIC.length, bodyOf(sealed)).toString());
    for (const changed of [{ cost: 2 ** 30 }, { cost: 1000 }, { version: 2 }, { salt: 5 }]) {
      const line = `${SEALED_MAGIC}${JSON.stringify({ ...header, ...changed })}\n`;
      await expect(open(Buffer.concat([Buffer.from(line), body]))).rejects.toThrow(/is damaged, or a newer/);
    }
    const line = `${SEALED_MAGIC}${JSON.stringify({ ...header, cost: 2048 })}\n`;
    await expect(open(Buffer.concat([Buffer.from(line), body]))).rejects.toThrow("made with another");
  });
});
