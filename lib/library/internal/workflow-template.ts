import type { TemplateFile } from "../skill-template";
import { titleOf } from "./blank-template";

/** A procedure with steps, checks and a way out: the shape of most skills that work. */
export const workflow = (name: string): TemplateFile[] => [
  {
    path: "SKILL.md",
    text: `---
name: ${name}
description: Turns raw meeting notes into decisions, actions with owners and dates, and open questions. Use when somebody pastes notes or a transcript and asks for minutes, a summary or follow-ups.
---

# ${titleOf(name)}

## Before you start

Ask for what is missing, all in one question:

- the notes or the transcript,
- who took part, when the notes do not say so,
- who will read the result.

## Steps

1. Read everything once. Mark sentences that decide, promise or ask something.
2. Write the **decisions**: one line each, in the past tense, with who decided.
3. Write the **actions**: what, who, by when. When the notes name no owner or date, write "owner?" or "date?"; never invent one.
4. Write the **open questions** that nobody answered.
5. Check the result against the list below.

## Result

Use this layout and leave out empty sections:

\`\`\`markdown
# <meeting>, <date>

## Decisions
- ...

## Actions
| What | Who | By |
|---|---|---|

## Open questions
- ...
\`\`\`

## Check before you answer

- Every action has an owner and a date, or a question mark.
- No name appears that is not in the notes.
- The whole thing fits on one page.

## When it does not fit

When the text is no meeting (an article, a chat without decisions), say so and offer a plain summary instead.
`,
  },
];
