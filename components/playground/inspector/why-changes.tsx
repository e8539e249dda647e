import { ArrowUp, Pencil, Unplug } from "lucide-react";
import { Fragment, useMemo } from "react";
import { agentPath } from "@/components/data/agent-paths";
import { skillEditPath } from "@/components/data/skill-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Icon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";
import { readCatalogue } from "@/lib/dialects/read-catalogue";
import type { SessionEvent } from "@/lib/runtime/events";
import type { Described, TurnCandidate } from "@/lib/runtime/explain-turn";
import { type TriedChange, tryChanges } from "@/lib/runtime/try-changes";
import type { Turn } from "../transcript/transcript";
import { sayOutcome } from "./why-words";

export type WhyChangesProps = {
  candidate: TurnCandidate;
  events: readonly SessionEvent[];
  turn: Turn;
  described: readonly Described[];
  /** Null where a language model decides: then there is a score and no verdict. */
  threshold: number | null;
};

const icons = { "told-whole": ArrowUp, "words-added": Pencil, "rival-removed": Unplug } as const;

/** What would have brought the skill in, each with the outcome that was tried on the turn's message. */
export function WhyChanges({ candidate, events, turn, described, threshold }: WhyChangesProps) {
  const { slug: workspace } = useWorkspace();
  const { skillId, name, score } = candidate;
  // A finished catalogue is what is tried; pieces of an answer that stream in change nothing here.
  const deciding = turn.events.findLast(({ type }) => type !== "text")?.seq ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `deciding` stands for the part of the log that counts
  const tried = useMemo(
    () => tryChanges(events, { skillId, runId: turn.runId, readCatalogue, described }),
    [deciding, skillId, turn.runId, events[0]?.conversationId, described],
  );
  // A rival is one by the rules alone.
  const changes = tried.filter(({ kind }) => threshold !== null || kind !== "rival-removed");
  if (changes.length === 0) return null;
  const agent = agentPath(workspace, turn.start.payload.agent.slug);
  return (
    <section aria-label={`What would change it for ${name}`} className="mt-1 border-line border-t pt-1.5">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <h3 className="font-medium text-13">What would change it</h3>
        <span className="text-12 text-ink-3">
          {threshold === null
            ? "scores tried on this message; the model decides by itself"
            : "each was tried on this message"}
        </span>
      </div>
      <ul>
        {changes.map((change) => (
          <li
            key={change.kind}
            className="flex min-h-8 flex-wrap items-center gap-x-3 border-line border-t py-1 first:border-t-0"
          >
            <Icon of={icons[change.kind]} size={14} className="flex-none text-ink-3" />
            <span className="min-w-[160px] flex-1">
              <Words change={change} />
            </span>
            <span className="text-12 text-ink-2">
              <ShownText text={sayOutcome(change, { before: score, threshold })} />
            </span>
            <TextLink href={change.kind === "words-added" ? skillEditPath(workspace, name) : agent}>
              {change.kind === "words-added" ? "Edit" : "Open the agent"}
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Words({ change }: { change: TriedChange }) {
  switch (change.kind) {
    case "told-whole":
      return "Tell its description whole: a higher place, or search mode";
    case "words-added":
      return (
        <>
          Put{" "}
          {change.words.map((word, at) => (
            <Fragment key={word}>
              {at === 0 ? "" : ", "}
              <code>
                <ShownText text={word} />
              </code>
            </Fragment>
          ))}{" "}
          first in its description
        </>
      );
    case "rival-removed":
      return (
        <>
          Remove{" "}
          <code>
            <ShownText text={change.rival} />
          </code>{" "}
          from the agent
        </>
      );
  }
}
