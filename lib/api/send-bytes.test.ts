import { expect, it } from "vitest";
import { pieceBytes, sendBytes } from "./send-bytes";

it("sends every byte once, in pieces of the very same memory", async () => {
  for (const length of [1, pieceBytes - 1, pieceBytes, pieceBytes + 1, 3 * pieceBytes + 7]) {
    const bytes = Uint8Array.from({ length }, (_, at) => at % 251);
    let at = 0;
    for await (const piece of sendBytes(bytes)) {
      expect(piece.buffer).toBe(bytes.buffer);
      expect(piece.byteOffset).toBe(at);
      expect(piece.byteLength).toBeLessThanOrEqual(pieceBytes);
      at += piece.byteLength;
    }
    expect(at).toBe(length);
  }
});

it("is at its end at once where there is nothing", async () => {
  const { done } = await sendBytes(new Uint8Array()).getReader().read();
  expect(done).toBe(true);
});

it("leaves the bytes as they are for the next reader", async () => {
  const bytes = new Uint8Array(2 * pieceBytes).fill(7);
  const read = async () => new Uint8Array(await new Response(sendBytes(bytes)).arrayBuffer());
  expect(await read()).toEqual(bytes);
  expect(await read()).toEqual(bytes);
});
