import { InMemoryFs } from "just-bash";

const isOwn = (path) => /^\/(?:bin|usr|proc|dev)(?:\/|$)/.test(path);

/** Files in memory that remember which of them were read and written. */
export class ObservedFiles extends InMemoryFs {
  #read = new Set();
  #written = new Set();
  #watches = false;

  constructor(given, { fileBytes }) {
    const start = Object.fromEntries(
      [...given].map(([path, bytes]) => [path, { content: new Uint8Array(bytes), mode: 0o755 }]),
    );
    super(start, { maxTotalBytes: fileBytes });
  }

  beginWatch() {
    this.#watches = true;
  }

  seen(most) {
    return {
      filesRead: [...this.#read].sort().slice(0, most),
      filesWritten: [...this.#written].sort().slice(0, most),
    };
  }

  #note(set, path) {
    if (this.#watches && !isOwn(path)) set.add(String(path).slice(0, 1_000));
  }

  readFile(path, ...rest) {
    this.#note(this.#read, path);
    return super.readFile(path, ...rest);
  }
  readFileBytes(path) {
    this.#note(this.#read, path);
    return super.readFileBytes(path);
  }
  readFileBuffer(path) {
    this.#note(this.#read, path);
    return super.readFileBuffer(path);
  }
  writeFile(path, ...rest) {
    this.#note(this.#written, path);
    return super.writeFile(path, ...rest);
  }
  appendFile(path, ...rest) {
    this.#note(this.#written, path);
    return super.appendFile(path, ...rest);
  }
  rm(path, ...rest) {
    this.#note(this.#written, path);
    return super.rm(path, ...rest);
  }
  mv(from, to) {
    this.#note(this.#written, from);
    this.#note(this.#written, to);
    return super.mv(from, to);
  }
  cp(from, to, ...rest) {
    this.#note(this.#read, from);
    this.#note(this.#written, to);
    return super.cp(from, to, ...rest);
  }
}
