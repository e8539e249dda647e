import type { TemplateFile } from "../skill-template";
import { titleOf } from "./blank-template";

/** Declares a tool that is offered while the skill is active. */
export const tool = (name: string): TemplateFile[] => [
  {
    path: "SKILL.md",
    text: `---
name: ${name}
description: Looks up where an order is and explains it to the customer in plain words. Use when somebody asks about a delivery, a parcel, a delay or an order number.
tools:
  - name: find_order
    description: Finds one order by its number. Answers its state, the carrier's tracking code and the expected day.
    parameters:
      order_number:
        type: string
        description: The number as the customer gives it, such as A-10492.
        required: true
---

# ${titleOf(name)}

1. Ask for the order number when the message has none. Do not ask for a name or an address.
2. Call \`find_order\` once. When it finds nothing, read the number back and ask whether it is right.
3. Answer in two or three sentences: where the order is, what happens next, and when.

| state | say |
|---|---|
| packing | It has not left yet. Name the expected day. |
| on-the-way | Name the carrier and the expected day; give the tracking code last. |
| delayed | Say so first, then the new day. Apologise once. |
| delivered | Say when. Offer help if it has not arrived. |

Never promise a day that the tool did not name.
`,
  },
];
