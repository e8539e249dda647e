import { Star, TriangleAlert } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { formatCount } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { TaskDraft } from "./use-task-draft";

type TaskListProps = { draft: TaskDraft; chosen: number; onChoose: (key: number) => void };

/** The tasks in the order of the file; what keeps one from being tried stands below it. */
export function TaskList({ draft, chosen, onChoose }: TaskListProps) {
  const { rows, base, problems, isDirty } = draft;
  const tried = new Map(base.tasks.map(({ at, runs }) => [at, runs]));
  return (
    <ol>
      {rows.map((row, at) => {
        const isIdle = !isDirty && row.from !== null && tried.get(row.from) === false;
        const problem = problems.get(row.key) ?? (isIdle ? "Not tried: nothing decides it." : undefined);
        return (
          <li key={row.key} className="border-line border-b">
            <button
              type="button"
              data-task={row.key}
              aria-current={row.key === chosen ? "true" : undefined}
              onClick={() => onChoose(row.key)}
              className={classNames(
                "-outline-offset-2 grid w-full grid-cols-[28px_minmax(0,1fr)_16px] items-baseline gap-1 px-3 py-1.5 text-left hover:bg-hover",
                row.key === chosen && "bg-press",
              )}
            >
              <span className="text-right text-ink-3 tabular-nums">{at + 1}</span>
              <span className="min-w-0 pl-1.5">
                <span className="block truncate text-ink" title={markHidden(row.prompt)}>
                  {row.prompt.trim() === "" ? (
                    <span className="text-ink-3">New task</span>
                  ) : (
                    <ShownText text={row.prompt} />
                  )}
                </span>
                <span className="block text-12 text-ink-3">{formatCount(row.graders.length, "grader")}</span>
                {problem === undefined ? null : (
                  <span className="flex items-start gap-1 text-12 text-warn">
                    <Icon of={TriangleAlert} size={14} className="mt-px" />
                    <ShownText text={problem} />
                  </span>
                )}
              </span>
              {row.golden ? (
                <span title="Golden: has to pass" className="text-ink-2">
                  <Icon of={Star} size={14} />
                  <span className="sr-only">golden</span>
                </span>
              ) : null}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
