/** Answers a Markdown text of the same length in which fenced code and everything before `from` is blank. */
export function blankCode(text: string, from = 0): string {
  const lines: string[] = [" ".repeat(from)];
  let fence: string | null = null;
  for (const line of text.slice(from).split(/(?<=\n)/)) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    const inside: boolean = fence !== null;
    if (mark && fence === null) fence = mark;
    else if (mark && fence !== null && mark.startsWith(fence)) fence = null;
    lines.push(inside || mark ? blank(line) : line);
  }
  return lines.join("");
}

const blank = (line: string): string =>
  line.endsWith("\n") ? `${" ".repeat(line.length - 1)}\n` : " ".repeat(line.length);
