import type { Notice } from "@/lib/notifications/schema";
import { conversationPath } from "./playground-paths";
import { suiteRunPath } from "./proof-paths";
import { reviewPath, reviewsPath } from "./review-paths";
import { keysPath, sourcesPath } from "./settings-paths";
import { importPath, skillPath } from "./skill-paths";
import { versionsPath } from "./version-paths";
import { workspacePath } from "./workspace-paths";

export const inboxPath = (workspace: string) => `${workspacePath(workspace)}/inbox`;

/** Where that which a line tells of can be seen. */
export function noticePath(workspace: string, notice: Notice): string {
  switch (notice.kind) {
    case "review-asked":
    case "approved":
    case "changes-requested":
    case "approval-stale":
      return reviewPath(workspace, notice.data.review.number);
    case "reviews-asked": {
      const [only, ...others] = notice.data.reviews;
      return only && others.length === 0
        ? reviewPath(workspace, only.review.number)
        : `${reviewsPath(workspace)}?filter=asked-of-me`;
    }
    case "mentioned":
    case "commented":
      return threadPath(workspace, notice.data);
    case "published":
      return versionsPath(workspace, notice.data.skill.name, notice.data.version);
    case "neighbour-lost": {
      const { review, skill, run } = notice.data;
      return review
        ? `${reviewPath(workspace, review.number)}?tab=proof`
        : suiteRunPath(workspace, skill.name, run);
    }
    case "import-finished":
      return importPath(workspace, notice.data.import);
    case "source-conflict":
    case "source-failed":
    case "skill-offered":
      return sourcesPath(workspace);
    case "share-ended":
      return skillPath(workspace, notice.data.skill.name);
    case "key-expiring":
      return keysPath(workspace);
  }
}

type Discussed = Extract<Notice, { kind: "commented" }>["data"];

/** In its review when it has one: there the thread stands beside the lines and the events it is about. */
function threadPath(workspace: string, { thread, review, conversation, skill }: Discussed): string {
  if (review) return `${reviewPath(workspace, review.number)}?thread=${thread}`;
  if (conversation) {
    const event = conversation.seq === null ? "" : `event=${conversation.seq}&`;
    return `${conversationPath(workspace, conversation.id)}?${event}thread=${thread}`;
  }
  return skill ? skillPath(workspace, skill.name) : inboxPath(workspace);
}
