import { expect, it } from "vitest";
import { binaryTypeOf } from "./download";

const ascii = (text: string) => new TextEncoder().encode(text);

it.each([
  ["image/png", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])],
  ["image/jpeg", new Uint8Array([0xff, 0xd8, 0xff, 0xe0])],
  ["image/gif", ascii("GIF89a")],
  ["image/webp", ascii("RIFF....WEBPVP8 ")],
])("tells %s by its first bytes", (type, bytes) => {
  expect(binaryTypeOf(bytes)).toBe(type);
});

it("names no type for anything else: what could hold a script, what is cut short, nothing at all", () => {
  for (const bytes of [ascii("<svg onload='x()'>"), ascii("RIFF....WAVE"), ascii("GI"), new Uint8Array()])
    expect(binaryTypeOf(bytes)).toBe("application/octet-stream");
});
