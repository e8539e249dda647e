import { createGunzip } from "node:zlib";
import { refuse } from "../archive-refusal";

const chunkSize = 64 * 1024;
const zeros = new Uint8Array(chunkSize);
const nothing = new Uint8Array();

/** Bytes in their order, however many there will be: nothing is kept that was not asked for. */
export class ByteSource {
  private chunk: Uint8Array = nothing;
  private at = 0;
  private readonly chunks: AsyncIterator<Uint8Array>;

  constructor(chunks: AsyncIterator<Uint8Array>) {
    this.chunks = chunks;
  }

  /** The next `length` bytes, a copy; null when fewer are left. */
  async take(length: number): Promise<Uint8Array | null> {
    if (length <= this.chunk.length - this.at) {
      this.at += length;
      return this.chunk.slice(this.at - length, this.at);
    }
    const bytes = new Uint8Array(length);
    for (let filled = 0; filled < length; ) {
      const part = await this.next(length - filled);
      if (!part) return null;
      bytes.set(part, filled);
      filled += part.length;
    }
    return bytes;
  }

  /** False when fewer than `length` bytes are left. */
  async passOver(length: number): Promise<boolean> {
    for (let left = length; left > 0; ) {
      const part = await this.next(left);
      if (!part) return false;
      left -= part.length;
    }
    return true;
  }

  /** Reads to the end, telling how many zeros came each time. False at the first byte that is not zero. */
  async passZeros(onZeros: (count: number) => void): Promise<boolean> {
    for (let part = await this.next(chunkSize); part; part = await this.next(chunkSize)) {
      if (!isZero(part)) return false;
      onZeros(part.length);
    }
    return true;
  }

  /** Stops whatever makes the bytes. */
  async close(): Promise<void> {
    await this.chunks.return?.();
  }

  /** At most `length` bytes and at least one; null at the end. */
  private async next(length: number): Promise<Uint8Array | null> {
    while (this.at >= this.chunk.length) {
      const { done, value } = await this.chunks.next();
      if (done) return null;
      this.chunk = value;
      this.at = 0;
    }
    const part = this.chunk.subarray(this.at, this.at + length);
    this.at += part.length;
    return part;
  }
}

export const isZero = (bytes: Uint8Array): boolean => {
  for (let at = 0; at < bytes.length; at += chunkSize) {
    const part = bytes.subarray(at, at + chunkSize);
    if (Buffer.compare(part, zeros.subarray(0, part.length)) !== 0) return false;
  }
  return true;
};

export async function* plainChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Unpacks gzip piece by piece. At its end, whatever follows the data refuses the archive, but for padding. */
export async function* gunzippedChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const engine = createGunzip({ chunkSize });
  engine.end(bytes);
  try {
    for await (const chunk of engine) yield chunk;
  } catch {
    return refuse("archive-damaged", "The gzip data is damaged or cut short.");
  }
  if (!isZero(bytes.subarray(engine.bytesWritten)))
    refuse("archive-foreign-data", "There is data after the end of the gzip data.");
}
