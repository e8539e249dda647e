import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { shown } from "./shown-text";

type EmptyStateProps = {
  title: ReactNode;
  /** What it is and why one would want it, in one or two sentences. */
  children?: ReactNode;
  /** The one thing to do. */
  action?: ReactNode;
  /** What it looks like when there is one: beside the words on wide screens. */
  example?: ReactNode;
  /** It stands inside a pane instead of filling a page. */
  inline?: boolean;
};

/** Says that nothing is here yet, with one action and one example. */
export function EmptyState({ title, children, action, example, inline = false }: EmptyStateProps) {
  return (
    <div
      className={classNames(
        "mx-auto grid w-full items-start gap-10",
        inline ? "max-w-[480px] px-4 py-10" : "max-w-[1040px] px-6 pt-[88px] pb-6 compact:px-4 compact:pt-8",
        example ? "grid-cols-2 narrow:max-w-[560px] narrow:grid-cols-1" : null,
      )}
    >
      <div className="grid justify-items-start gap-5">
        <div className="grid gap-2">
          <h2 className={inline ? "text-16 tracking-[-0.01em]" : "text-20 tracking-[-0.02em]"}>
            {shown(title)}
          </h2>
          {children ? <div className="max-w-[46ch] text-14 text-ink-2">{children}</div> : null}
        </div>
        {action}
      </div>
      {example ? <div className="min-w-0">{example}</div> : null}
    </div>
  );
}
