/** A Markdown text of the same length, with fenced code and everything before `from` blanked out. */
export function blankCode(text: string, from = 0): string {
  let result = "";
  let fence: string | null = null;
  for (const line of text.slice(from).split(/(?<=\n)/)) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    const inside: boolean = fence !== null;
    if (mark && fence === null) fence = mark;
    else if (mark && fence !== null && mark.startsWith(fence)) fence = null;
    result += inside || mark ? line.replace(/[^\n]/g, " ") : line;
  }
  return " ".repeat(from) + result;
}
