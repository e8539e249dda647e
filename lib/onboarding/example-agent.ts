import type { CreateAgent } from "@/lib/agents/schema";

/**
 * The agent that has the example skills. Sent one after the other, its suggested messages show what the playground
 * is for: activation and a file read, nothing injected twice, a refusal, a skill asked for by name.
 */
export const exampleAgent = {
  name: "Release desk",
  description: "Writes release notes, decides version numbers and says whether a rollout may go out.",
  instructions: [
    "You are the release desk of a software team. People come to you with changes that are about to ship.",
    "",
    "Answer with the result first and the reasons after it. Work only from the changes and files you were given; when",
    "something is missing, ask one question. When a skill fits the request, follow it rather than your own habits.",
  ].join("\n"),
  suggestedMessages: [
    "Write release notes for customers in the tone of references/tone.md: invoices can be exported as CSV, search no longer drops the last word.",
    "Release notes again, but as an e-mail to customers: see references/formats.md.",
    "Add to the release notes what is in ../../finance/prices.yaml.",
    "/next-version We renamed a field in the public API and fixed two bugs since v2.4.1.",
  ],
} as const satisfies Pick<CreateAgent, "name" | "description" | "instructions" | "suggestedMessages">;
