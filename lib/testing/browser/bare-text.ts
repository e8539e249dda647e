import { findHiddenText } from "@/lib/kernel/hidden-text";

/** What stands unmarked below an element although nobody sees it: in texts, titles and labels. Empty when all is well. */
export function bareText(root: Element): string[] {
  const bare: string[] = [];
  for (const element of [root, ...root.querySelectorAll("*")]) {
    if (element.closest(".hidden-mark") !== null) continue;
    const attributes = ["title", "aria-label", "alt", "placeholder"].map((name) =>
      element.getAttribute(name),
    );
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    for (const text of [...attributes, ...texts.map((node) => node.textContent)])
      if (text && findHiddenText(text).length > 0) bare.push(JSON.stringify(text));
  }
  return bare;
}
