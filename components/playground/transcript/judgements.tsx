import { ThumbsDown, ThumbsUp } from "lucide-react";
import { Icon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import { useRunActions } from "../runs/run-actions";

const thumbs = { up: { icon: ThumbsUp, word: "good" }, down: { icon: ThumbsDown, word: "bad" } } as const;

/** What people said of a run's answer, each with a reason and a name; thumbs without one are only counted. */
export function Judgements({ runId }: { runId: string }) {
  const said = useRunActions()?.feedback.filter((one) => one.runId === runId && one.reason !== "") ?? [];
  if (said.length === 0) return null;
  return (
    <ul aria-label="Ratings" className="mt-1.5 grid gap-1 text-12 text-ink-2">
      {said.map(({ person, verdict, reason }) => (
        <li key={person.id} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-1.5">
          <Icon of={thumbs[verdict].icon} size={13} className="mt-0.5 text-ink-3" />
          <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            <span className="font-medium">
              <ShownText text={person.name} />, {thumbs[verdict].word}:
            </span>{" "}
            <ShownText text={reason} />
          </span>
        </li>
      ))}
    </ul>
  );
}
