import { firstFiles, type Hand, type Start, type Step, type Text } from "./review-histories";

/**
 * The rule of four eyes written down once more, as plainly as it can be said: it keeps all that happened, and looks
 * back over it whenever it is asked. It imports nothing of what it is compared with.
 */

/** Who is behind a hand. */
const behind = {
  ada: ["ada"],
  rex: ["rex"],
  ines: ["ines"],
  omar: ["omar"],
  zoe: ["zoe"],
  "rex's key": ["rex"],
  bot: ["bot", "ines"],
} as const satisfies Record<Hand, readonly string[]>;

const deciders: readonly string[] = ["rex", "ines", "omar"];
const publishers: readonly string[] = [...deciders, "rex's key", "bot"];

type Bytes = { name: string; files: Readonly<Record<string, Text>> };
type Event =
  | { kind: "saved"; by: readonly string[]; before: Bytes; after: Bytes }
  | { kind: "said"; by: string; approves: boolean; of: Bytes }
  | { kind: "judged" }
  | { kind: "published" };

/** Skipped: there is nothing that could be done, so it is not tried. */
export type Outcome = "done" | "refused" | "skipped";

/** The same for the same bytes. */
export const digestOf = ({ name, files }: Bytes): string =>
  JSON.stringify([name, Object.entries(files).sort()]);
const isSame = (left: Bytes | undefined, right: Bytes) =>
  left !== undefined && digestOf(left) === digestOf(right);

export class ReviewModel {
  readonly versions: Bytes[] = [];
  /** Who dismissed the finding of the blocking text in a file of this path. */
  readonly dismissed = new Map<string, string>();
  bytes: Bytes = { name: "start", files: {} };
  /** Asked for when somebody first has something to say. */
  isReviewOpen = false;
  readonly #happened: Event[] = [];

  constructor({ by, published, copyOf }: Start) {
    const wrote = copyOf === null ? behind[by] : [...behind[by], ...behind[copyOf]];
    this.#put(wrote, { ...this.bytes, files: firstFiles });
    if (published) this.#publish();
  }

  /** What a step may change. */
  get state(): { bytes: Bytes; dismissals: number } {
    return { bytes: this.bytes, dismissals: this.dismissed.size };
  }

  /** Does it, if it may be done. */
  play(step: Step): Outcome {
    switch (step.do) {
      case "write":
        return this.#save(behind[step.by], { ...this.bytes.files, [step.path]: step.text });
      case "delete":
        return this.#remove(behind[step.by], step.path);
      case "move":
        return this.#move(behind[step.by], step);
      case "rename":
        return this.#rename(behind[step.by], step.name);
      case "restore":
        return this.#restore(behind[step.by], step.version);
      case "apply":
        return this.#apply(step);
      case "approve":
      case "ask-for-changes":
        return this.#say(step.by, step.do === "approve");
      case "dismiss":
        return this.#dismiss(step.by, step.path);
      case "restore-finding":
        return this.#restoreFinding(step.by, step.path);
      case "publish":
        return this.#tryToPublish(step.by);
    }
  }

  /** Everybody behind a save since the last publication, sorted. */
  authors(): string[] {
    return [...new Set(this.#sinceVersion().flatMap((one) => (one.kind === "saved" ? one.by : [])))].sort();
  }

  /** Those whose approval counts, sorted. */
  approvers(): string[] {
    return deciders.filter((person) => this.#counts(person) && !this.authors().includes(person)).sort();
  }

  /** Those who put something there, since the last publication, of which anything is there. */
  writers(): string[] {
    const base = this.versions.at(-1)?.files ?? {};
    const isTheirs = ({ before, after }: { before: Bytes; after: Bytes }) =>
      Object.entries(this.bytes.files).some(
        ([at, text]) => base[at] !== text && before.files[at] !== text && after.files[at] === text,
      );
    return this.#sinceVersion().flatMap((one) => (one.kind === "saved" && isTheirs(one) ? one.by : []));
  }

  blocks(): boolean {
    return Object.entries(this.bytes.files).some(
      ([at, text]) => text === "blocks" && !this.dismissed.has(at),
    );
  }

  isMet(): boolean {
    return this.approvers().length > 0 && !this.blocks();
  }

  mayDismiss(person: string): boolean {
    return !this.authors().includes(person);
  }

  /** Whether there is a review to say something in: one is asked for where the draft differs from the newest version. */
  get isReviewable(): boolean {
    return this.isReviewOpen || !isSame(this.versions.at(-1), this.bytes);
  }

  #sinceVersion(): Event[] {
    return this.#happened.slice(this.#happened.findLastIndex(({ kind }) => kind === "published") + 1);
  }

  #counts(person: string): boolean {
    const since = this.#sinceVersion();
    const at = since.findLastIndex((one) => one.kind === "said" && one.by === person);
    const word = since[at];
    if (word?.kind !== "said" || !word.approves || !isSame(word.of, this.bytes)) return false;
    return !since.slice(at).some(({ kind }) => kind === "judged");
  }

  #put(by: readonly string[], after: Bytes): Outcome {
    this.#happened.push({ kind: "saved", by, before: this.bytes, after });
    this.bytes = after;
    return "done";
  }

  /** What changes nothing is done, and makes nobody an author. */
  #save(by: readonly string[], files: Bytes["files"]): Outcome {
    const after = { ...this.bytes, files };
    return isSame(this.bytes, after) ? "done" : this.#put(by, after);
  }

  #remove(by: readonly string[], path: string): Outcome {
    const { [path]: gone, ...files } = this.bytes.files;
    return gone === undefined ? "refused" : this.#save(by, files);
  }

  #move(by: readonly string[], { path, to }: { path: string; to: string }): Outcome {
    const { [path]: moved, ...files } = this.bytes.files;
    if (moved === undefined || (to !== path && files[to] !== undefined)) return "refused";
    return this.#save(by, { ...files, [to]: moved });
  }

  #rename(by: readonly string[], name: string): Outcome {
    return name === this.bytes.name ? "skipped" : this.#put(by, { ...this.bytes, name });
  }

  /** A save of its own, also where no byte differs. */
  #restore(by: readonly string[], number: number): Outcome {
    const version = this.versions[number - 1];
    return version ? this.#put(by, { ...this.bytes, files: version.files }) : "refused";
  }

  #apply({ by, suggestedBy, path, text }: Step & { do: "apply" }): Outcome {
    const now = this.bytes.files[path];
    if (!this.isReviewable || now === undefined || now === text) return "skipped";
    this.isReviewOpen = true;
    return this.#save([...behind[by], ...behind[suggestedBy]], { ...this.bytes.files, [path]: text });
  }

  #say(by: Hand, approves: boolean): Outcome {
    if (!this.isReviewable) return "skipped";
    this.isReviewOpen = true;
    if (!deciders.includes(by)) return "refused";
    this.#happened.push({ kind: "said", by, approves, of: this.bytes });
    return "done";
  }

  #dismiss(by: Hand, path: string): Outcome {
    if (!deciders.includes(by) || this.bytes.files[path] !== "blocks") return "refused";
    const known = this.dismissed.get(path);
    if (known !== undefined) return known === by ? "done" : "refused";
    if (!this.mayDismiss(by)) return "refused";
    this.dismissed.set(path, by);
    this.#happened.push({ kind: "judged" });
    return "done";
  }

  #restoreFinding(by: Hand, path: string): Outcome {
    if (!deciders.includes(by) || !this.dismissed.delete(path)) return "refused";
    this.#happened.push({ kind: "judged" });
    return "done";
  }

  #tryToPublish(by: Hand): Outcome {
    if (!publishers.includes(by) || !this.isMet() || isSame(this.versions.at(-1), this.bytes))
      return "refused";
    return this.#publish();
  }

  #publish(): Outcome {
    this.versions.push(this.bytes);
    this.#happened.push({ kind: "published" });
    this.isReviewOpen = false;
    return "done";
  }
}
