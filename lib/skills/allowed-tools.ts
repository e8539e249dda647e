/**
 * Splits `allowed-tools` as written in the wild: at spaces (the specification) or commas, never inside
 * parentheses, so that `Bash(git add:*), Read` is two tools.
 */
export function splitAllowedTools(text: string): string[] {
  const tools: string[] = [];
  let depth = 0;
  let tool = "";
  // An unclosed flow list that was read as text still names tools.
  for (const character of text.replace(/^\[|\]$/g, "")) {
    if (character === "(") depth++;
    if (character === ")") depth = Math.max(0, depth - 1);
    if (depth === 0 && (character === "," || /\s/.test(character))) {
      if (tool !== "") tools.push(tool);
      tool = "";
    } else {
      tool += character;
    }
  }
  if (tool !== "") tools.push(tool);
  return tools;
}

/** Looks for commas between tools and passes over those inside parentheses. */
export function hasCommasBetweenTools(text: string): boolean {
  return text.replace(/\([^()]*\)/g, "").includes(",");
}
