import { describe, expect, it } from "vitest";
import { fromBase64, readUpload } from "./read-upload";

const upload = async (name: string, bytes: number[] | string) => {
  const content = typeof bytes === "string" ? bytes : new Uint8Array(bytes);
  const read = await readUpload(new File([content], name));
  if (!read.ok) throw new Error(read.error);
  return read.value;
};

describe("a chosen file", () => {
  it("is text when its bytes are UTF-8, byte order mark included", async () => {
    expect(await upload("notes.md", "\uFEFFGrüße")).toEqual({ kind: "text", text: "\uFEFFGrüße" });
    expect(await upload("unknown.xyz", "plain")).toEqual({ kind: "text", text: "plain" });
  });

  it("stays bytes otherwise, whatever its name says", async () => {
    const bytes = [0x89, 0x50, 0x4e, 0x47, 0, 1, 255];
    const read = await upload("logo.png", bytes);
    if (read.kind !== "binary") throw new Error("expected bytes");
    expect([...fromBase64(read.upload.base64)]).toEqual(bytes);
    expect((await upload("broken.md", [0xff, 0xfe, 0x41])).kind).toBe("binary");
  });

  it("is refused with the limit when it is too large", async () => {
    const read = await readUpload(new File([new Uint8Array(11 * 1024 * 1024)], "big.bin"));
    expect(read).toEqual({ ok: false, error: "big.bin has 11 MiB; the limit is 10 MiB." });
  });
});
