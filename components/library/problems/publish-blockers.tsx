import type { ReactNode } from "react";
import { ShownText } from "@/components/ui/shown-text";
import { leastRole } from "@/lib/access/permissions";
import type { Problem } from "./problems";

type PublishBlockersProps = {
  /** Those that block. */
  problems: readonly Problem[];
  /** The way to where it is. */
  place: (problem: Problem) => ReactNode;
};

/** Each thing that keeps the draft from being published, all at once, with the way to it. */
export function PublishBlockers({ problems, place }: PublishBlockersProps) {
  if (problems.length === 0) return null;
  return (
    <div className="grid gap-1">
      <p className="font-medium">Blocks publishing:</p>
      <ul aria-label="Blocks publishing" className="grid max-h-[240px] gap-2 overflow-auto">
        {problems.map((problem) => (
          <li key={problem.id} className="grid gap-0.5">
            <p className="[overflow-wrap:anywhere]">
              <ShownText text={problem.message} />
            </p>
            <p className="flex flex-wrap gap-x-2 text-12 text-ink-3">
              {place(problem)}
              <span className="font-mono">
                <ShownText text={problem.rule} />
              </span>
              {problem.finding ? (
                <span>a {leastRole["findings.dismiss"]} or above may dismiss it in Problems</span>
              ) : null}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
