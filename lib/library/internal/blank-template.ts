import type { TemplateFile } from "../skill-template";

export const blank = (name: string): TemplateFile[] => [
  {
    path: "SKILL.md",
    text: `---
name: ${name}
description: Say in one or two sentences what this skill does. Use when somebody asks for it, in the words they would use.
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
