import type { TemplateFile } from "../skill-template";
import { titleOf } from "./blank-template";

/** Short instructions that point at longer files, which are read only when they are needed. */
export const reference = (name: string): TemplateFile[] => [
  {
    path: "SKILL.md",
    text: `---
name: ${name}
description: Answers questions about our HTTP API and reviews changes to it by the house rules for naming, paging and errors. Use when somebody designs, calls or changes an endpoint, or asks what an error code means.
---

# ${titleOf(name)}

Keep this page short: it is loaded as a whole. What is looked up rarely lies in \`references/\`.

## Which file to read

| The question is about | Read |
|---|---|
| paths, field names, dates, paging | [references/conventions.md](references/conventions.md) |
| an error code, or how an error is answered | [references/errors.md](references/errors.md) |

Read only the file that fits the question. Quote the rule you rely on, with its heading.

## Reviewing a change

1. List the endpoints and fields that the change adds, renames or removes.
2. Hold each of them to the conventions; note the rule that is broken.
3. Say first whether existing callers would break. Everything else comes after.

When a rule does not cover the case, say so instead of guessing one.
`,
  },
  {
    path: "references/conventions.md",
    text: `# Conventions

## Paths

Plural nouns in kebab case: \`/invoices\`, \`/invoices/{id}/line-items\`. A verb only where no noun fits: \`/invoices/{id}/send\`.

## Fields

camelCase. Dates are ISO 8601 in UTC: \`2026-03-01T09:30:00Z\`. Money is a whole number of the smallest unit with its currency beside it: \`{"amount": 1999, "currency": "EUR"}\`.

## Paging

\`?limit=50&cursor=...\`. The answer has \`items\` and, when there is more, \`nextCursor\`. Cursors are opaque: never take one apart.

## Changes

Adding a field is safe. Removing or renaming one needs a new version of the endpoint and six months with both.
`,
  },
  {
    path: "references/errors.md",
    text: `# Errors

Errors are \`application/problem+json\` with \`status\`, \`code\` and \`detail\`. Programs look at \`code\`, never at \`detail\`.

| code | status | means | the caller should |
|---|---|---|---|
| NOT_FOUND | 404 | not there, or not theirs | stop |
| CONFLICT | 409 | somebody was first | read again, then decide |
| UNPROCESSABLE | 422 | the input is wrong; \`errors\` says where | fix it |
| TOO_MANY_REQUESTS | 429 | slow down | wait for \`Retry-After\` seconds |
| UNAVAILABLE | 503 | not now | try again later, with growing pauses |
`,
  },
];
