import { type KeyScope, keyScopes, type Permission, type Role, whyNotByRole } from "@/lib/access/permissions";

/** What each scope is for, in a sentence, and the act of it that needs the least. */
const scopeWords = {
  read: { words: "Read skills, agents, models and members.", act: "library.read" },
  write: {
    words: "Import and edit drafts; change agents and delete skills as an admin.",
    act: "library.edit",
  },
  publish: {
    words: "Publish what people have approved, move labels and withdraw versions.",
    act: "library.publish",
  },
  rehearse: {
    words: "Rehearse with an agent, and read what it was sent and answered.",
    act: "playground.rehearse",
  },
  deliver: {
    words: "Fetch the published skills of one agent and open sessions of it, and nothing else.",
    act: "delivery.read",
  },
} as const satisfies Record<KeyScope, { words: string; act: Permission }>;

type ScopeChoice = { scope: KeyScope; words: string; blocked: string | undefined };

/** Every scope with what it is for; `blocked` says why a key of somebody in this role would do nothing with it. */
export const scopeChoices = (role: Role, whose: string): ScopeChoice[] =>
  keyScopes.map((scope) => {
    const { words, act } = scopeWords[scope];
    return { scope, words, blocked: whyNotByRole(role, act, whose) ?? undefined };
  });

/** With one scope more: a key to deliver does nothing else. */
export const withScope = (scopes: readonly KeyScope[], scope: KeyScope): readonly KeyScope[] =>
  scope === "deliver" ? [scope] : [...scopes.filter((other) => other !== "deliver"), scope];

/** Days, as the field takes them; the empty one never expires. */
export const expiryChoices = [
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: "", label: "Never" },
] as const;

type CiExample = { origin: string; workspace: string; agent: string };

/** A rehearsal in CI: it fails the job unless the expectation is met. */
export const ciExample = ({ origin, workspace, agent }: CiExample): string =>
  `# GREENROOM_KEY is a secret of the job.
curl -sf -H "authorization: Bearer $GREENROOM_KEY" \\
  -H "content-type: application/json" \\
  ${origin}/api/v1/workspaces/${workspace}/agents/${agent}/rehearsals -d '{
    "message": "Write the notes for 1.2",
    "expect": {"activations": ["release-notes"]}
  }' | jq -e .passed
`;
