import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";

type PageProps = {
  /** It takes a TopLine. */
  top: ReactNode;
  /** It takes a FootLine. */
  foot?: ReactNode;
  /** Lets the content scroll as a whole; otherwise its panes scroll themselves. */
  scroll?: boolean;
  children: ReactNode;
  className?: string | undefined;
};

/** Frames a page inside the shell: top line, content, foot line. In `compact` the document scrolls instead. */
export function Page({ top, foot, scroll = false, children, className }: PageProps) {
  return (
    <div className="flex h-full min-w-0 flex-col compact:h-auto compact:min-h-dvh">
      {top}
      <main
        id="main"
        tabIndex={-1}
        className={classNames(
          "flex min-h-0 min-w-0 flex-1 flex-col outline-none compact:flex-none",
          scroll && "relative overflow-auto compact:overflow-visible",
          className,
        )}
      >
        {children}
      </main>
      {foot}
    </div>
  );
}
