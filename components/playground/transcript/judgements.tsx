import { ThumbsDown, ThumbsUp } from "lucide-react";
import dynamic from "next/dynamic";
import { Icon } from "@/components/ui/icon";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { activationWords } from "../runs/activation-words";
import { useRunActions } from "../runs/run-actions";

const AddCase = dynamic(() => import("../runs/add-case").then((module) => module.AddCase), { ssr: false });

const thumbs = { up: { icon: ThumbsUp, word: "good" }, down: { icon: ThumbsDown, word: "bad" } } as const;

/** What people said of a run's answer and of its skills, each with a name; thumbs that say nothing more are only counted. */
export function Judgements({ runId }: { runId: string }) {
  const actions = useRunActions();
  const said =
    actions?.feedback.filter((one) => one.runId === runId && (one.reason !== "" || one.activation)) ?? [];
  if (said.length === 0) return null;
  return (
    <ul aria-label="Ratings" className="mt-1.5 grid gap-1 text-12 text-ink-2">
      {said.map(({ person, verdict, reason, activation, updatedAt }) => (
        <li key={person.id} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-1.5">
          <Icon of={thumbs[verdict].icon} size={13} className="mt-0.5 text-ink-3" />
          <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            <span className="font-medium">
              <ShownText text={person.name} />, {thumbs[verdict].word}:
            </span>{" "}
            {activation ? (
              <>
                <ShownText text={activationWords(activation)} />.{" "}
                {actions ? (
                  <AddCase conversation={actions.conversation} run={runId} activation={activation} />
                ) : null}
              </>
            ) : null}
            <ShownText text={reason} />{" "}
            <span className="text-ink-3">
              <RelativeTime at={updatedAt} ago />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
