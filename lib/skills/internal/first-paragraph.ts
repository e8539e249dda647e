const maxLength = 1024;

/** Answers the text of the first heading; only the first 32 K characters are looked at. */
export function firstHeading(body: string): string | null {
  const heading = /^#{1,6}[ \t]+(\S[^\r\n]*)/m.exec(body.slice(0, 32_768))?.[1];
  return heading ? [...heading.replace(/(?<![\s#])[\s#]+$/, "")].slice(0, maxLength).join("") || null : null;
}

/** The first paragraph of prose in a Markdown body: not a heading, list, quote, table, comment, image or code. */
export function firstParagraph(body: string): string | null {
  const lines = body.slice(0, 32_768).split(/\r\n|\n|\r/);
  let inCode = false;
  let inComment = false;
  const paragraph: string[] = [];
  for (const line of lines) {
    const content = line.trim();
    if (inComment) {
      inComment = !content.includes("-->");
      continue;
    }
    if (/^(?:```|~~~)/.test(content)) {
      if (paragraph.length > 0) break;
      inCode = !inCode;
      continue;
    }
    if (inCode) continue;
    if (paragraph.length === 0 && content.startsWith("<!--")) {
      inComment = !content.includes("-->");
      continue;
    }
    const prose =
      content !== "" &&
      !/^(?:#{1,6}(?:\s|$)|[-*+]\s|\d+[.)]\s|>|\||<|!\[|={3,}$|-{3,}$|\*{3,}$)/.test(content);
    if (prose) paragraph.push(content);
    else if (paragraph.length > 0) break;
  }
  if (paragraph.length === 0) return null;
  return [...paragraph.join(" ")].slice(0, maxLength).join("");
}
