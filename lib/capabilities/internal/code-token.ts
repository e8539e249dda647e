/** What a program's text is made of, comments and blanks left out. Offsets are UTF-16 units. */
export type CodeToken = {
  kind: "name" | "string" | "sign" | "line-end";
  /** Of a string what it says, escapes taken away as far as they are plain; `{…}` stands where a value is put in. */
  text: string;
  start: number;
  end: number;
  /** Of a string: nothing in it is put in when it runs. */
  isLiteral: boolean;
  /** Of a string: it stands in the file as `text` says, behind its first quote at `textStart`. */
  isPlain: boolean;
  textStart: number;
  /** How many of the tokens that follow stand inside of this one: in the `${ }` of a template. */
  inside: number;
};

export const sign = (kind: "name" | "sign" | "line-end", text: string, start: number): CodeToken => ({
  kind,
  text,
  start,
  end: start + text.length,
  isLiteral: true,
  isPlain: true,
  textStart: start,
  inside: 0,
});

const simple: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "0": "\0" };

/** Escapes that are written as numbers are read too: a host must not hide behind them. */
export function unescapeString(raw: string): string {
  if (!raw.includes("\\")) return raw;
  return raw.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|U([0-9a-fA-F]{8})|\r?\n|([\s\S]))/g,
    (_all, ...[x, u, braced, long, plain]: (string | undefined)[]) => {
      const code = Number.parseInt(x ?? u ?? braced ?? long ?? "", 16);
      if (!Number.isNaN(code)) return code <= 0x10ffff ? String.fromCodePoint(code) : "";
      return plain === undefined ? "" : (simple[plain] ?? plain);
    },
  );
}
