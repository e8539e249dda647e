import { Icon } from "@/components/ui/icon";
import { noticeIcons } from "./notice-words";

const lines = [
  {
    icon: noticeIcons["review-asked"],
    words: "Omar asked you to review release-notes",
    detail: "Review 12: Name breaking changes first",
    age: "4 min",
  },
  {
    icon: noticeIcons.mentioned,
    words: "Lena mentioned you in review 12: Name breaking changes first",
    detail: "@Ines does this hold for patch releases too?",
    age: "2 h",
  },
  {
    icon: noticeIcons["approval-stale"],
    words: "An approval of incident-triage went stale: its draft was changed",
    detail: "Review 9: Ask for the severity before the runbook",
    age: "1 d",
  },
] as const;

/** What an inbox looks like when there is something in it. */
export function InboxExample() {
  return (
    <figure>
      <figcaption className="mb-2 text-12 text-ink-3">For example</figcaption>
      <ul className="rounded-3 border border-line">
        {lines.map(({ icon, words, detail, age }) => (
          <li key={words} className="flex items-start gap-3 border-line border-b px-4 py-2 last:border-b-0">
            <Icon of={icon} size={15} className="mt-0.5 text-ink-3" />
            <div className="min-w-0 flex-1">
              <p className="text-ink-2">{words}</p>
              <p className="text-12 text-ink-3">{detail}</p>
            </div>
            <span className="flex-none text-12 text-ink-3">{age}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
