import type { Role } from "@/lib/auth/permissions";

/** What each role is for, in a sentence; the table on Settings, Members has every act. */
export const roleWords = {
  viewer: "Reads skills and agents, and rehearses.",
  author: "Also edits drafts, imports, asks for review and comments.",
  reviewer: "Also approves, and publishes where the policy allows.",
  admin: "Also edits agents, and manages members, models and policy.",
  owner: "Also hands the workspace over or deletes it.",
} as const satisfies Record<Role, string>;
