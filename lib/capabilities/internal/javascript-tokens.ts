import { type CodeToken, sign, unescapeString } from "./code-token";

const blank = /[^\S\n]+/y;
const name = /[\p{L}_$#][\p{L}\p{N}_$]*/uy;
const number = /\d[\w.]*/y;
const run = /[^`\\$]+/y;
const regex = /\/(?![/*])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.){0,100}\]){1,1000}\/[a-z]{0,8}/y;

/** JavaScript and TypeScript cut into names, strings and signs, in one pass. Markup between tags comes as names and signs. */
export function javascriptTokens(text: string): CodeToken[] {
  return new Scan(text).run();
}

type Template = { token: CodeToken; at: number; parts: string[] };

class Scan {
  private at = 0;
  private readonly tokens: CodeToken[] = [];
  /** Templates whose `${ }` is open, each with how many braces are open in it. */
  private readonly open: { template: Template; braces: number }[] = [];

  constructor(private readonly text: string) {}

  run(): CodeToken[] {
    while (this.at < this.text.length) this.step();
    for (const { template } of this.open) template.token.text = template.parts.join("");
    return this.tokens;
  }

  private take(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text)?.[0] ?? null;
  }

  private skipTo(place: number): undefined {
    this.at = place < 0 ? this.text.length : place;
  }

  private step(): undefined {
    const { text, at } = this;
    const letter = text.charAt(at);
    const skipped = this.take(blank);
    if (skipped !== null) this.at += skipped.length;
    else if (text.startsWith("//", at) || text.startsWith("#!", at)) this.skipTo(text.indexOf("\n", at));
    else if (text.startsWith("/*", at)) {
      const end = text.indexOf("*/", at + 2);
      this.skipTo(end < 0 ? -1 : end + 2);
    } else if (letter === '"' || letter === "'") this.quoted(letter);
    else if (letter === "`") {
      this.at += 1;
      const token = { ...sign("name", "`", at), kind: "string" as const };
      this.template({ token, at: this.tokens.push(token), parts: [] });
    } else if (letter === "/" && this.mayBeRegex()) this.at += (this.take(regex) ?? "/").length;
    else this.word(letter);
  }

  private word(letter: string): undefined {
    const word = this.take(name) ?? this.take(number);
    if (word !== null) {
      this.tokens.push(sign("name", word, this.at));
      this.at += word.length;
      return;
    }
    const inside = this.open.at(-1);
    if (inside && letter === "{") inside.braces += 1;
    if (inside && letter === "}") {
      inside.braces -= 1;
      if (inside.braces === 0) {
        this.open.pop();
        this.at += 1;
        return this.template(inside.template);
      }
    }
    this.tokens.push(sign(letter === "\n" ? "line-end" : "sign", letter, this.at));
    this.at += 1;
  }

  private quoted(quote: string): undefined {
    const start = this.at;
    let end = start + 1;
    while (end < this.text.length && this.text.charAt(end) !== quote && this.text.charAt(end) !== "\n")
      end += this.text.charAt(end) === "\\" ? 2 : 1;
    const raw = this.text.slice(start + 1, end);
    const said = unescapeString(raw);
    this.at = Math.min(this.text.length, this.text.charAt(end) === quote ? end + 1 : end);
    this.tokens.push({
      kind: "string",
      text: said,
      start,
      end: this.at,
      isLiteral: true,
      isPlain: said === raw,
      textStart: start + 1,
      inside: 0,
    });
  }

  /** Goes on in a template up to its end or the next `${`; what stands in there comes as tokens of its own before it. */
  private template(template: Template): undefined {
    const { text } = this;
    while (this.at < text.length) {
      const letter = text.charAt(this.at);
      if (letter === "`") break;
      if (text.startsWith(`\${`, this.at)) {
        const expression = text.slice(this.at + 2, this.at + 62).split(/[}\n]/, 1)[0] ?? "";
        template.parts.push(`{${/^[\w.$]+$/.test(expression) ? expression : "…"}}`);
        template.token.isLiteral = false;
        this.open.push({ template, braces: 1 });
        this.at += 2;
        return;
      }
      const part = letter === "\\" ? text.slice(this.at, this.at + 2) : (this.take(run) ?? letter);
      template.parts.push(part);
      this.at += part.length;
    }
    const raw = template.parts.join("");
    const said = unescapeString(raw);
    this.at = Math.min(text.length, this.at + 1);
    const { token } = template;
    token.text = said;
    token.end = this.at;
    token.isPlain = token.isLiteral && said === raw;
    token.textStart = token.start + 1;
    token.inside = this.tokens.length - template.at;
  }

  /** Where a value has just ended, a slash divides. */
  private mayBeRegex(): boolean {
    const last = this.tokens.at(-1);
    if (!last || last.kind === "line-end") return true;
    if (last.kind === "string") return false;
    if (last.kind === "name") return /^(?:return|typeof|case|in|of|await|yield|void|delete)$/.test(last.text);
    return !/[)\]}]/.test(last.text);
  }
}
