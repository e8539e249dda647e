import {
  AtSign,
  CircleCheck,
  CornerUpRight,
  GitCompare,
  GitPullRequest,
  History,
  KeyRound,
  MessageSquare,
  MessageSquareWarning,
  Package,
  Share2,
  Unplug,
  Upload,
} from "lucide-react";
import { formatCount, formatExact } from "@/components/ui/format";
import type { LucideIcon } from "@/components/ui/icon";
import type { Notice, NotificationKind } from "@/lib/notifications/schema";

export const noticeIcons = {
  "review-asked": GitPullRequest,
  "reviews-asked": GitPullRequest,
  mentioned: AtSign,
  commented: MessageSquare,
  approved: CircleCheck,
  "changes-requested": MessageSquareWarning,
  "approval-stale": History,
  published: Package,
  "neighbour-lost": CornerUpRight,
  "import-finished": Upload,
  "source-conflict": GitCompare,
  "source-failed": Unplug,
  "skill-offered": Share2,
  "share-ended": Unplug,
  "key-expiring": KeyRound,
} as const satisfies Record<NotificationKind, LucideIcon>;

/** `words` say what happened, `detail` what it was about. */
export type NoticeWords = { words: string; detail: string };

type Discussed = Extract<Notice, { kind: "commented" }>["data"];

/** A line of an inbox in words; `who` did it, when somebody did. Times are of the reader, or of `timeZone`. */
export function sayNotice(notice: Notice, who: string, timeZone?: string): NoticeWords {
  switch (notice.kind) {
    case "review-asked":
      return {
        words: `${who} asked you to review ${notice.data.skill.name}`,
        detail: noticeTitle(notice.data),
      };
    case "reviews-asked":
      return sayAsked(notice.data.reviews, who);
    case "mentioned":
      return { words: `${who} mentioned you in ${placeWords(notice.data)}`, detail: notice.data.excerpt };
    case "commented":
      return { words: `${who} commented on ${placeWords(notice.data)}`, detail: notice.data.excerpt };
    case "approved":
      return { words: `${who} approved ${notice.data.skill.name}`, detail: noticeTitle(notice.data) };
    case "changes-requested":
      return {
        words: `${who} asked for changes to ${notice.data.skill.name}`,
        detail: noticeTitle(notice.data),
      };
    case "approval-stale":
      return {
        words: `An approval of ${notice.data.skill.name} went stale: ${staleWords[notice.data.because]}`,
        detail: noticeTitle(notice.data),
      };
    case "published": {
      const { skill, version, note } = notice.data;
      return { words: `${who} published ${skill.name} v${version}`, detail: note };
    }
    case "neighbour-lost": {
      const { skill, changed, review, run, lost } = notice.data;
      return {
        words: `The draft of ${changed.name} takes ${formatCount(lost, "case")} from ${skill.name}`,
        detail: review ? noticeTitle({ review }) : `Run ${run} of ${skill.name}`,
      };
    }
    case "import-finished":
      return sayImport(notice.data);
    case "source-conflict": {
      const { source, skills, count } = notice.data;
      const more = count > skills.length ? ` and ${formatCount(count - skills.length, "more", "more")}` : "";
      return {
        words: `${source.name} and drafts here both changed: ${formatCount(count, "skill")} to decide`,
        detail: `${skills.join(", ")}${more}`,
      };
    }
    case "source-failed":
      return {
        words: `${notice.data.source.name} could not be synced`,
        detail: "Nothing was changed. The source says why, and what to do.",
      };
    case "skill-offered":
      return {
        words: `The workspace ${notice.data.workspace} shares ${notice.data.name} with this one`,
        detail: "Accept or decline it under Settings, Sources.",
      };
    case "share-ended":
      return {
        words: `The workspace ${notice.data.workspace} no longer shares ${notice.data.skill.name}`,
        detail: "Agents here no longer get it. What came can still be read.",
      };
    case "key-expiring":
      return {
        words: `The key “${notice.data.name}” expires soon`,
        detail: `${formatExact(new Date(notice.data.expiresAt), timeZone)}. Create a new one before the programs that use it are refused.`,
      };
  }
}

const staleWords = {
  bytes: "its draft was changed",
  modes: "other files are executable now",
  findings: "a finding was dismissed or restored",
} as const;

function noticeTitle({
  review,
  note = "",
}: {
  review: { number: number; title: string };
  note?: string;
}): string {
  const title = `Review ${review.number}: ${review.title}`;
  return note === "" ? title : `${title}. ${note}`;
}

type Asked = Extract<Notice, { kind: "reviews-asked" }>["data"]["reviews"];

/** As many as one reads in a line. */
const namedSkills = 3;

function sayAsked(reviews: Asked, who: string): NoticeWords {
  const [only, ...others] = reviews;
  if (only && others.length === 0) return sayNotice({ kind: "review-asked", data: only }, who);
  const names = reviews.slice(0, namedSkills).map(({ skill }) => skill.name);
  const more = reviews.length - names.length;
  return {
    words: `${who} asked you to review ${formatCount(reviews.length, "skill")}`,
    detail: `${names.join(", ")}${more > 0 ? ` and ${formatCount(more, "more", "more")}` : ""}`,
  };
}

function placeWords({ review, conversation, skill }: Discussed): string {
  if (review) return `review ${review.number}: ${review.title}`;
  if (conversation) return conversation.title;
  return skill ? skill.name : "a conversation that is private now, or gone";
}

const outcomes = { done: "is done", failed: "failed", interrupted: "broke off" } as const;

function sayImport({
  sources,
  outcome,
  stored,
  failed,
}: Extract<Notice, { kind: "import-finished" }>["data"]): NoticeWords {
  const [first, ...others] = sources;
  const what = first === undefined ? "Your import" : `The import of ${first}`;
  const more = others.length === 0 ? "" : ` and ${formatCount(others.length, "more", "more")}`;
  const counts = [
    `${formatCount(stored, "skill")} stored`,
    ...(failed === 0 ? [] : [`${formatCount(failed, "skill")} not stored`]),
  ];
  return { words: `${what}${more} ${outcomes[outcome]}`, detail: counts.join(", ") };
}
