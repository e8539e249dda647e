/** Escapes what stands between tags. */
export function escapeXmlText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** For a value in double or single quotes. */
export function escapeXmlAttribute(text: string): string {
  return escapeXmlText(text).replaceAll('"', "&quot;").replaceAll("'", "&#39;");
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  "#x27": "'",
};

/** Undoes both, and what Python writes for a quote. */
export function unescapeXml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (whole, name: string) => entities[name] ?? whole);
}
