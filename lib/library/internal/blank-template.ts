import { placeholderDescription } from "@/lib/skills/placeholder-description";
import type { TemplateFile } from "../skill-template";

export const blank = (name: string): TemplateFile[] => [
  {
    path: "SKILL.md",
    text: `---
name: ${name}
description: ${placeholderDescription}
---

# ${titleOf(name)}

Write what the agent should do, step by step.
`,
  },
];

/** `pdf-tools` -> `Pdf tools`. */
export function titleOf(name: string): string {
  const words = name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
