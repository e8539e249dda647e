"use client";

import { CircleX, Info, TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { toast } from "@/components/ui/toaster";
import { useEditor, useEditorState } from "./editor-context";
import type { Problem } from "./problems";

const looks = {
  error: { icon: CircleX, hue: "text-danger", word: "Error" },
  warning: { icon: TriangleAlert, hue: "text-warn", word: "Warning" },
  info: { icon: Info, hue: "text-ink-3", word: "Note" },
} as const;

/** Everything the rules say about this draft, in words; a click goes to the place. */
export function ProblemsPanel() {
  const problems = useEditorState((state) => state.problems);
  if (problems.length === 0)
    return (
      <EmptyState inline title="No problems">
        The package keeps every rule of the format, and nothing in it needs a second look.
      </EmptyState>
    );
  return (
    <ul aria-label="Problems">
      {problems.map((problem) => (
        <ProblemRow key={problem.id} problem={problem} />
      ))}
    </ul>
  );
}

function ProblemRow({ problem }: { problem: Problem }) {
  const { session, reveal } = useEditor();
  const look = looks[problem.severity];
  const { startLine: line, startColumn: column } = problem.range;
  const fix = () => {
    reveal(problem.path, { line, column });
    if (!session.applyFix(problem))
      toast("The text has changed since; the list is being brought up to date.");
  };
  return (
    <li className="group relative grid grid-cols-[16px_minmax(0,1fr)] gap-x-2 gap-y-0.5 border-line border-b px-4 py-2.5 hover:bg-hover">
      <Icon of={look.icon} className={classNames("mt-0.5", look.hue)} />
      <button
        type="button"
        onClick={() => reveal(problem.path, { line, column })}
        className="text-left [overflow-wrap:anywhere] after:absolute after:inset-0"
      >
        <span className="sr-only">{look.word}: </span>
        {problem.message}
      </button>
      <p className="col-start-2 flex flex-wrap gap-x-2 text-12 text-ink-3">
        <span>
          {problem.path} {line}:{column}
        </span>
        <span className="font-mono">{problem.rule}</span>
        {problem.blocking ? <span>blocks publishing</span> : null}
      </p>
      {problem.fix ? (
        <p className="relative z-1 col-start-2 mt-1">
          <Button onClick={fix}>{problem.fix.title}</Button>
        </p>
      ) : null}
    </li>
  );
}
