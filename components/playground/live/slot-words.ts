import { formatCount } from "@/components/ui/format";
import { readJson } from "@/lib/kernel/read-json";

/** A text of a skill, kept as its length and its digest. */
const kept = /=(\d+):[0-9a-f]{12}/g;
const keptLine = /^=\d+:[0-9a-f]{12}$/;

/**
 * A place of a comparison in words: of an answer every part with the mark of an error, and of a skill's own text, which
 * is held against the other byte for byte, how much it is.
 */
export function slotWords(text: string): string {
  const json = readJson(text);
  const words = toLines(json ? json.value : text);
  return words === "" ? "nothing" : words;
}

/** What the dialect sends in the place of what the host sent. */
export function otherWords(host: string, dialect: string): string {
  const words = slotWords(dialect);
  return words === slotWords(host) ? `${words}\nwith other words in it` : words;
}

function toLines(value: unknown): string {
  if (Array.isArray(value))
    return value.every((item) => typeof item === "string") ? folded(value) : value.map(toLines).join("\n");
  if (typeof value !== "object" || value === null) return folded(String(value).split("\n"));
  const { kind, isError, lines }: { kind?: unknown; isError?: unknown; lines?: unknown } = value;
  return `${String(kind)}${isError === true ? ", marked as an error" : ""}:\n${toLines(lines ?? "")}`;
}

/** Lines of a skill that follow each other count as one, the empty ones between them too. */
function folded(lines: readonly string[]): string {
  const shown: string[] = [];
  let own = 0;
  let blank = 0;
  const end = () => {
    if (own > 0)
      shown.push(
        own === 1 ? "one line of the skill" : formatCount(own, "line of the skill", "lines of the skill"),
      );
    shown.push(...Array.from({ length: blank }, () => ""));
    own = 0;
    blank = 0;
  };
  for (const line of lines) {
    if (keptLine.test(line)) {
      own += own > 0 ? blank + 1 : 1;
      if (own === 1) shown.push(...Array.from({ length: blank }, () => ""));
      blank = 0;
    } else if (line === "") blank += 1;
    else {
      end();
      shown.push(line.replace(kept, (_, length: string) => `${length} characters of the skill`));
    }
  }
  end();
  return shown.join("\n");
}
