import type { Notice } from "@/lib/notifications/schema";
import { skillPath, skillsPath } from "./skill-paths";

export const inboxPath = (workspace: string) => `/w/${workspace}/inbox`;

/** Where that which a line tells of can be seen. */
export function noticePath(workspace: string, notice: Notice): string {
  const base = `/w/${workspace}`;
  switch (notice.kind) {
    case "review-asked":
    case "approved":
    case "changes-requested":
    case "approval-stale":
      return `${base}/reviews/${notice.data.review.number}`;
    case "mentioned":
    case "commented":
      return threadPath(workspace, notice.data);
    case "published":
      return `${skillPath(workspace, notice.data.skill.name)}/versions/${notice.data.version}`;
    case "import-finished":
      return `${skillsPath(workspace)}/import/${notice.data.import}`;
    case "key-expiring":
      return `${base}/settings/keys`;
  }
}

type Discussed = Extract<Notice, { kind: "commented" }>["data"];

/** In its review when it has one: there the thread stands beside the lines and the events it is about. */
function threadPath(workspace: string, { thread, review, conversation, skill }: Discussed): string {
  const base = `/w/${workspace}`;
  if (review) return `${base}/reviews/${review.number}?thread=${thread}`;
  if (conversation) {
    const event = conversation.seq === null ? "" : `event=${conversation.seq}&`;
    return `${base}/playground/${conversation.id}?${event}thread=${thread}`;
  }
  return skill ? skillPath(workspace, skill.name) : inboxPath(workspace);
}
