import { describe, expect, it } from "vitest";
import { createDatabase } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { testDatabase } from "@/lib/testing/database";
import { heldFile, loadBlobs } from "../blobs";
import { bringBlobs, storeBlobs } from "../writes/store-blobs";
import { findMissingBlobs, readBlobs, writeBlobs } from "./blob-bytes";

const { db } = testDatabase();
const context = { db };
const everyByte = Uint8Array.from({ length: 256 }, (_, at) => at);
const file = (path: string, bytes: Uint8Array) => heldFile({ path, bytes });
const text = (words: string) => new TextEncoder().encode(words);

describe("bytes of files", () => {
  it("come back as they went: none, every byte there is, and a few megabytes", async () => {
    const large = Uint8Array.from({ length: 3_000_000 }, (_, at) => (at * 31) % 251);
    const files = [file("a", new Uint8Array()), file("b", everyByte), file("c", large)];
    await writeBlobs(context, files);
    const found = await readBlobs(
      context,
      files.map(({ sha256 }) => sha256),
    );
    expect(found?.size).toBe(3);
    for (const { sha256, bytes } of files)
      expect(Buffer.from(bytes).equals(found?.get(sha256) ?? new Uint8Array())).toBe(true);
  });

  it("are the same by Prisma's way, in a transaction", async () => {
    const one = file("one", text("one"));
    const two = file("two", everyByte.toReversed());
    await writeBlobs(context, [one]);
    await inTransaction(context, async (context) => {
      expect(await readBlobs(context, [one.sha256])).toBeNull();
      expect(await findMissingBlobs(context, [one])).toBeNull();
      await storeBlobs(context, [one, two]);
      expect(await loadBlobs(context, [one.sha256, two.sha256])).toEqual(
        new Map([
          [one.sha256, one.bytes],
          [two.sha256, two.bytes],
        ]),
      );
    });
    expect((await loadBlobs(context, [two.sha256])).get(two.sha256)).toEqual(two.bytes);
  });

  it("are nobody else's: a small one is no piece of a shared buffer", async () => {
    const small = file("small", text("small"));
    await writeBlobs(context, [small]);
    const found = await readBlobs(context, [small.sha256]);
    expect(found?.get(small.sha256)?.buffer.byteLength).toBe(small.size);
  });

  it("are stored once, whoever brings them at the same moment", async () => {
    const same = file("same", text("brought by many"));
    await Promise.all(Array.from({ length: 8 }, () => writeBlobs(context, [same])));
    expect(await db.blob.count({ where: { sha256: same.sha256 } })).toBe(1);
  });
});

describe("bringing bytes before a transaction", () => {
  it("brings what is missing, each once", async () => {
    const known = file("known", text("known before"));
    const fresh = file("fresh", text("not known yet"));
    await writeBlobs(context, [known]);
    const twin = { ...fresh, path: "twin" };
    expect(await findMissingBlobs(context, [known, fresh, twin])).toEqual([twin]);
    await bringBlobs(context, [known, fresh, twin]);
    expect(await findMissingBlobs(context, [known, fresh, twin])).toEqual([]);
  });

  it("leaves nothing to a transaction that is taken back", async () => {
    const lost = file("lost", text("taken back"));
    const work = inTransaction(context, async (context) => {
      await bringBlobs(context, [lost]);
      await storeBlobs(context, [lost]);
      throw new Error("taken back");
    });
    await expect(work).rejects.toThrow("taken back");
    expect(await db.blob.count({ where: { sha256: lost.sha256 } })).toBe(0);
  });

  it("says in words that no database answers", async () => {
    const gone = { db: createDatabase("postgres://nobody@127.0.0.1:9/none") };
    await expect(readBlobs(gone, ["a".repeat(64)])).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await expect(bringBlobs(gone, [file("a", everyByte)])).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });
});
