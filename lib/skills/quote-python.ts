/** A text as Python writes it in a repr: in single quotes, or in double ones where it has single ones alone. */
export function quotePython(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text
    .replace(/\\/g, "\\\\")
    .replace(/\n/g, "\\n")
    .replace(/\r/g, "\\r")
    .replace(/\t/g, "\\t");
  return mark + escaped.replaceAll(mark, `\\${mark}`) + mark;
}
