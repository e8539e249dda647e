/** As much as Node itself takes of a head, in bytes. */
const mostOfHead = 16 * 1024;

export type Counted = { status: number; bytes: number };

/**
 * Reads the answers of one connection, one after the other, to their ends, and keeps nothing but how long they are
 * (RFC 9112: by Content-Length, in chunks, or without a body). What a measuring client takes beyond that is taken from
 * the server that it shares the machine with.
 */
export class AnswerReader {
  private head = "";
  private status = 0;
  private bytes = 0;
  /** Bytes of the body, or of the chunk with its line end, that are still to come; null while the head is read. */
  private left: number | null = null;
  /** The line of the next chunk's length, as far as it came; null where the body is in one piece. */
  private line: string | null = null;

  /** Takes what came; the answer, once its last byte is there. Throws for what it does not understand. */
  read(piece: Buffer): Counted | null {
    let at = 0;
    if (this.left === null) {
      // A head is short: the body that comes with it is not made a text, which took ten times as long as reading it.
      const text = this.head + piece.toString("latin1", 0, mostOfHead);
      const end = text.indexOf("\r\n\r\n");
      if (end < 0) {
        if (text.length > mostOfHead) throw new Error("The head of this answer has no end.");
        this.head = text;
        return null;
      }
      at = end + 4 - this.head.length;
      this.begin(text.slice(0, end));
    }
    if (this.line === null) {
      const came = Math.min(this.left ?? 0, piece.length - at);
      this.bytes += came;
      this.left = (this.left ?? 0) - came;
      return this.left === 0 ? this.end() : null;
    }
    return this.readChunks(piece, at);
  }

  private begin(head: string): void {
    this.head = "";
    this.bytes = 0;
    this.status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? Number.NaN);
    if (Number.isNaN(this.status)) throw new Error(`This is no answer: ${head.slice(0, 80)}`);
    const isChunked = /\r\ntransfer-encoding: *chunked/i.test(head);
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    this.line = isChunked ? "" : null;
    this.left = isChunked || this.status === 304 || this.status === 204 ? 0 : length;
  }

  private readChunks(piece: Buffer, from: number): Counted | null {
    let at = from;
    while (at < piece.length) {
      if (this.left) {
        const came = Math.min(this.left, piece.length - at);
        this.left -= came;
        at += came;
        continue;
      }
      const end = piece.indexOf("\n", at);
      this.line += piece.toString("latin1", at, end < 0 ? undefined : end + 1);
      if (end < 0) return null;
      at = end + 1;
      const isLast = this.beginChunk();
      if (isLast) return this.end();
    }
    return null;
  }

  /** Whether the line that came is the empty one after the last chunk. */
  private beginChunk(): boolean {
    const line = (this.line ?? "").trimEnd();
    this.line = "";
    if (line === "") return true;
    const length = Number.parseInt(line, 16);
    if (Number.isNaN(length)) throw new Error(`This is no length of a chunk: ${line.slice(0, 80)}`);
    this.bytes += length;
    // With the line end after it; after the last chunk comes an empty line.
    this.left = length === 0 ? 0 : length + 2;
    return false;
  }

  private end(): Counted {
    this.left = null;
    this.line = null;
    return { status: this.status, bytes: this.bytes };
  }
}
