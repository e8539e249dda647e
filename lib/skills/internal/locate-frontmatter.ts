/** All offsets count from the start of the whole text. `yamlEnd` excludes the line break before the closing fence. */
export type FrontmatterPlace =
  | {
      kind: "found";
      openStart: number;
      yamlStart: number;
      yamlEnd: number;
      /** Where the closing fence begins. */
      closeStart: number;
      bodyStart: number;
      misplaced: boolean;
    }
  | { kind: "missing" }
  | { kind: "bad-fence"; start: number; end: number }
  | { kind: "unclosed"; start: number; end: number };

type Line = { start: number; end: number; next: number };

/** The line at `start`: its end without the line break, and where the next one begins. Linear, no regular expression. */
export function lineAt(text: string, start: number): Line {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) return { start, end: at, next: at + 1 };
    if (code === 13) return { start, end: at, next: text.charCodeAt(at + 1) === 10 ? at + 2 : at + 1 };
  }
  return { start, end: text.length, next: text.length };
}

function isFence(text: string, line: Line): boolean {
  if (!text.startsWith("---", line.start)) return false;
  for (let at = line.start + 3; at < line.end; at++) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 9) return false;
  }
  return line.end >= line.start + 3;
}

/**
 * Finds the two fence lines by scanning lines. Unlike the reference, which splits at the first `---` anywhere,
 * a fence is a line of its own, so that a description may contain dashes. Trailing blanks are allowed, tabs
 * after the opening one only when lenient: strict YAML readers stop at them.
 * `lenient` also looks behind blank lines and HTML comments, and inside one code fence.
 */
export function locateFrontmatter(text: string, lenient: boolean): FrontmatterPlace {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const first = lineAt(text, start);
  if (text.startsWith("---", start)) {
    if (!isFence(text, first) || (!lenient && text.slice(start, first.end).includes("\t")))
      return { kind: "bad-fence", start, end: first.end };
    return closeFrom(text, first, false);
  }
  if (!lenient) return { kind: "missing" };
  if (otherFence.test(text.slice(start, first.end))) return { kind: "bad-fence", start, end: first.end };
  return locateMisplaced(text, start);
}

/** How other generators begin TOML and JSON. */
const otherFence = /^(?:\+{3}|;{3})[ \t]*$/;

function closeFrom(text: string, open: Line, misplaced: boolean): FrontmatterPlace {
  let line = lineAt(text, open.next);
  for (let previousEnd = open.next; line.start < text.length; line = lineAt(text, line.next)) {
    if (isFence(text, line)) {
      const yamlEnd = Math.max(open.next, previousEnd);
      return {
        kind: "found",
        openStart: open.start,
        yamlStart: open.next,
        yamlEnd,
        closeStart: line.start,
        bodyStart: line.next,
        misplaced,
      };
    }
    previousEnd = line.end;
    if (line.next >= text.length) break;
  }
  return { kind: "unclosed", start: open.start, end: open.end };
}

/** At most this many lines may precede a misplaced frontmatter. */
const searchLines = 40;

function locateMisplaced(text: string, start: number): FrontmatterPlace {
  let at = start;
  let inComment = false;
  let codeFence: string | null = null;
  for (let count = 0; count < searchLines && at < text.length; count++) {
    const line = lineAt(text, at);
    const content = text.slice(line.start, line.end).trim();
    at = line.next;
    if (inComment) {
      inComment = !content.includes("-->");
    } else if (content.startsWith("<!--")) {
      inComment = !content.includes("-->");
    } else if (
      codeFence === null &&
      /^(?:`{3,}|~{3,})\s*(?:ya?ml|markdown|md|yaml-frontmatter)?$/i.test(content)
    ) {
      codeFence = content.startsWith("`") ? "```" : "~~~";
    } else if (isFence(text, line)) {
      const place = closeFrom(text, line, true);
      return place.kind === "found" && codeFence !== null ? skipCodeFence(text, place, codeFence) : place;
    } else if (content !== "") {
      break;
    }
  }
  return { kind: "missing" };
}

function skipCodeFence(
  text: string,
  place: Extract<FrontmatterPlace, { kind: "found" }>,
  codeFence: string,
): FrontmatterPlace {
  const after = lineAt(text, place.bodyStart);
  const closes = text.slice(after.start, after.end).trim().startsWith(codeFence);
  return closes ? { ...place, bodyStart: after.next } : place;
}
