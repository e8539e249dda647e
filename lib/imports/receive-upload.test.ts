import { readdirSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { receiveUpload } from "./receive-upload";

const uploadOf = (size: number) => {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(size)]), "set.zip");
  return new Request("http://greenroom.test/", { method: "POST", body: form });
};
const leftBehind = () => readdirSync(tmpdir()).filter((name) => name.startsWith("greenroom-upload-"));

/** A file on a disk that has room for so many bytes. */
const onDiskOf =
  (room: number, code: string) =>
  async (folder: string): Promise<FileHandle> => {
    const handle = await open(path.join(folder, "parts"), "wx+");
    let written = 0;
    vi.spyOn(handle, "write").mockImplementation(async (chunk: string) => {
      written += chunk.length;
      if (written > room) throw Object.assign(new Error(`${code}: no room, write`), { code });
      return { bytesWritten: chunk.length, buffer: chunk };
    });
    return handle;
  };

describe("an upload that the disk has no room for", () => {
  it.each(["ENOSPC", "EDQUOT"])("is refused in words, and leaves nothing behind (%s)", async (code) => {
    const before = leftBehind();
    await expect(receiveUpload(uploadOf(300_000), onDiskOf(100_000, code))).rejects.toMatchObject({
      code: "STORAGE_FULL",
      status: 507,
      retryAfterSeconds: 60,
      message: expect.stringContaining("has no room left"),
    });
    expect(leftBehind()).toEqual(before);
  });

  it("is refused before its first byte when not even a file can be made", async () => {
    const full = async () => {
      throw Object.assign(new Error("ENOSPC: no room, open"), { code: "ENOSPC" });
    };
    await expect(receiveUpload(uploadOf(10), full)).rejects.toMatchObject({ code: "STORAGE_FULL" });
  });

  it("is not what every other fault is taken for", async () => {
    await expect(receiveUpload(uploadOf(300_000), onDiskOf(0, "EIO"))).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });

  it("is none while there is room", async () => {
    const received = await receiveUpload(uploadOf(300_000));
    expect(received.parts).toMatchObject([{ fileName: "set.zip", size: 300_000, tooLarge: false }]);
    await received.dispose();
  });
});
