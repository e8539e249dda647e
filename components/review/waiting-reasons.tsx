import { ShownText } from "@/components/ui/shown-text";
import type { Publication } from "@/lib/reviews/review-schema";
import { waitingReasons } from "./review-words";

/** Why it cannot be published yet, a line a rule; nothing when the policy is met. */
export function WaitingReasons({ publication, id }: { publication: Publication; id?: string }) {
  const reasons = waitingReasons(publication);
  if (reasons.length === 0) return null;
  return (
    <ul id={id} className="grid list-disc gap-1 pl-4 text-ink-2 [overflow-wrap:anywhere]">
      {reasons.map((reason) => (
        <li key={reason}>
          <ShownText text={reason} />
        </li>
      ))}
    </ul>
  );
}
