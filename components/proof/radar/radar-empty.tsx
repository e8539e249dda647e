import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { RadarWordMark } from "./radar-word";

/** Nothing has run: what it would say, and the one thing to do. `children`: what is to be done before, in words. */
export function NoRadarRun({ action, children }: { action: ReactNode; children: ReactNode }) {
  return (
    <EmptyState
      title="What does a new model make of the skills?"
      action={action}
      example={
        <figure className="rounded-2 border border-line p-4">
          <figcaption className="mb-2 text-12 text-ink-3">What it says of a skill</figcaption>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
            <dt>
              <RadarWordMark word="unnecessary" />
            </dt>
            <dd>its tasks pass without it as well, and it is shown to win hardly any</dd>
            <dt>
              <RadarWordMark word="harmful" />
            </dt>
            <dd>the model does worse with it</dd>
            <dt>
              <RadarWordMark word="found-less" />
            </dt>
            <dd>messages that ask for it no longer find it</dd>
            <dt>
              <RadarWordMark word="better" />
            </dt>
            <dd>it wins more tasks than with the earlier model</dd>
            <dt>
              <RadarWordMark word="needed" />
            </dt>
            <dd>it improves what the model does</dd>
          </dl>
        </figure>
      }
    >
      The tasks and trigger suites of many skills run with a model that is new here, within one budget, and
      are held against what earlier models did on the same bytes. Too few tasks to say is said, with how many
      more it takes. {children}
    </EmptyState>
  );
}
