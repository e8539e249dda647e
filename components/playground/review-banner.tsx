import { GitPullRequest } from "lucide-react";
import { reviewPath } from "@/components/data/review-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Icon } from "@/components/ui/icon";
import { TextLink } from "@/components/ui/text-link";

/** Above the conversation: the review it was begun for, and the way back to it. */
export function ReviewBanner({ review }: { review: number | null }) {
  const { slug: workspace } = useWorkspace();
  if (review === null) return null;
  return (
    <p className="flex flex-none items-center gap-2 border-line border-b bg-sunken px-4 py-1.5 text-12 text-ink-2">
      <Icon of={GitPullRequest} size={14} className="text-ink-3" />
      <span>
        Rehearsal of <TextLink href={reviewPath(workspace, review)}>review {review}</TextLink>. The review
        notes that you have opened it.
      </span>
    </p>
  );
}
