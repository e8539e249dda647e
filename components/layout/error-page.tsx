import type { ReactNode } from "react";
import { ShownText } from "@/components/ui/shown-text";

type ErrorPageProps = {
  title: string;
  /** What happened, and what to do next. */
  children: ReactNode;
  actions: ReactNode;
  /** For the operator, who finds it in the log. */
  trace?: string | undefined;
};

/** Something is not there, or went wrong: words first, then a way on. */
export function ErrorPage({ title, children, actions, trace }: ErrorPageProps) {
  return (
    <div className="mx-auto grid w-full max-w-[560px] gap-5 px-6 pt-[88px] pb-6 compact:px-4 compact:pt-8">
      <div className="grid gap-2">
        <h1 className="text-20 tracking-[-0.02em]">
          <ShownText text={title} />
        </h1>
        <div className="text-14 text-ink-2">{children}</div>
      </div>
      <div className="flex flex-wrap gap-2">{actions}</div>
      {trace ? (
        <p className="text-12 text-ink-3">
          The server's log has the details under <code>{trace}</code>.
        </p>
      ) : null}
    </div>
  );
}
