import type { Role } from "@/lib/access/permissions";

/** What each role is for, in a sentence that stands alone; the table on Settings, Members has every act. */
export const roleWords = {
  viewer: "Reads skills and agents, and rehearses.",
  author: "Edits drafts, imports, asks for review and comments.",
  reviewer: "Edits and approves, and publishes where the policy allows.",
  admin: "Manages agents, models, members and policy, besides what reviewers do.",
  owner: "May do everything, also hand the workspace over or delete it.",
} as const satisfies Record<Role, string>;

/** As a choice names them. */
export const roleNames = {
  viewer: "Viewer",
  author: "Author",
  reviewer: "Reviewer",
  admin: "Admin",
  owner: "Owner",
} as const satisfies Record<Role, string>;
