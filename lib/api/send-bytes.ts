/** What goes out at once. Bytes. */
export const pieceBytes = 256 * 1024;

/**
 * Held bytes as the body of an answer, piece by piece and without a copy: however many read the same ones, they are in
 * memory once.
 */
export function sendBytes(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < bytes.byteLength) controller.enqueue(bytes.subarray(at, at + pieceBytes));
      at += pieceBytes;
      if (at >= bytes.byteLength) controller.close();
    },
  });
}
