import type { ReactNode } from "react";
import { Brand } from "@/components/ui/brand";

type SignedOutFrameProps = {
  children: ReactNode;
  /** It is the right half on wide screens, and stands below on narrow ones. */
  aside?: ReactNode;
  foot?: ReactNode;
};

/** The frame of the pages before one is inside: set-up and sign-in. */
export function SignedOutFrame({ children, aside, foot }: SignedOutFrameProps) {
  return (
    <div className={aside ? "grid min-h-dvh grid-cols-2 max-[960px]:grid-cols-1" : "grid min-h-dvh"}>
      <main id="main" tabIndex={-1} className="flex flex-col px-10 py-8 outline-none narrow:p-6 compact:p-4">
        <Brand />
        <div className="m-auto w-full max-w-[400px] py-8">{children}</div>
        {foot ? <div className="flex flex-wrap gap-x-4 text-12 text-ink-3">{foot}</div> : null}
      </main>
      {aside ? (
        <aside
          aria-label="What you will find"
          className="flex flex-col border-line border-l bg-sunken px-10 py-8 max-[960px]:border-t max-[960px]:border-l-0 narrow:p-6 compact:p-4"
        >
          <div className="m-auto w-full max-w-[560px]">{aside}</div>
        </aside>
      ) : null}
    </div>
  );
}

type SignedOutTitleProps = { title: ReactNode; children?: ReactNode };

export function SignedOutTitle({ title, children }: SignedOutTitleProps) {
  return (
    <div className="mb-5 grid gap-1.5">
      <h1 className="text-20 tracking-[-0.02em]">{title}</h1>
      {children ? <div className="text-ink-2">{children}</div> : null}
    </div>
  );
}
