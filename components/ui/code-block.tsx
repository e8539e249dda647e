import type { ReactNode } from "react";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { classNames } from "./class-names";
import { CopyButton } from "./copy-button";
import { ShownText } from "./shown-text";

type CodeBlockProps = {
  /** The exact text: what is copied, and what is shown unless `children` renders it. */
  text: string;
  /** Names it for readers and on the copy button: "the catalogue text". */
  label: string;
  children?: ReactNode;
  copy?: boolean;
  /** Long lines wrap, unless it is off and they scroll. */
  wrap?: boolean;
  className?: string | undefined;
};

/** What a machine reads, verbatim. */
export function CodeBlock({ text, label, children, copy = true, wrap = true, className }: CodeBlockProps) {
  return (
    <div className={classNames("flex rounded-2 border border-line bg-sunken", className)}>
      {/* Focusable, because it scrolls: the keyboard must reach what is cut off. */}
      <section
        aria-label={markHidden(label)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (axe scrollable-region-focusable)
        tabIndex={0}
        className="max-h-[inherit] min-w-0 flex-1 overflow-auto rounded-2 px-3 py-2.5 focus-visible:rounded-2"
      >
        <pre
          className={classNames(
            "text-12 text-ink-2 leading-[18px]",
            wrap ? "whitespace-pre-wrap [overflow-wrap:anywhere]" : "w-max",
          )}
        >
          {children ?? <ShownText text={text} />}
        </pre>
      </section>
      {copy ? (
        // Beside the text, not over it: a line that scrolls must never run below the button.
        <CopyButton text={text} label={`Copy ${label}`} className="m-1.5" />
      ) : null}
    </div>
  );
}
