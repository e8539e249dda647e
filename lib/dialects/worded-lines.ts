import { matchWords, type Rewording } from "./wording";

type Branch = { next: Map<string, Branch>; at: number[] };

const branch = (): Branch => ({ next: new Map(), at: [] });

/** A host's lines, found by how they begin: however many there are, a line is compared with few. */
export class WordedLines {
  readonly #root = branch();

  constructor(private readonly lines: readonly Rewording[]) {
    for (const [at, { to }] of lines.entries()) {
      let end = this.#root;
      for (const unit of (to[0] ?? "").split("")) {
        const known = end.next.get(unit) ?? branch();
        end.next.set(unit, known);
        end = known;
      }
      end.at.push(at);
    }
  }

  /** The first of them that the line is, with what stands in its slots. */
  find(line: string): { from: string[]; slots: string[] } | null {
    for (const at of this.#candidates(line)) {
      const one = this.lines[at];
      const slots = one ? matchWords(line, one.to) : null;
      if (one && slots) return { from: one.from, slots };
    }
    return null;
  }

  #candidates(line: string): readonly number[] {
    let end = this.#root;
    let found: readonly number[] = end.at;
    for (let at = 0; at < line.length; at++) {
      const next = end.next.get(line.charAt(at));
      if (!next) break;
      end = next;
      if (end.at.length > 0) found = [...found, ...end.at];
    }
    return found === this.#root.at ? found : found.toSorted((left, right) => left - right);
  }
}
