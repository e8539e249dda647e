"use client";

import { type ComponentProps, useEffect, useRef } from "react";
import { Notice } from "@/components/ui/notice";

/** A notice over whatever is open, dialogs too; what was typed below it stays. */
export function TopNotice(props: ComponentProps<typeof Notice>) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A press here is no press outside a dialog, which would close it with what was typed in it.
    const keepDialogs = (event: Event) => event.stopPropagation();
    const element = frame.current;
    element?.addEventListener("pointerdown", keepDialogs);
    return () => element?.removeEventListener("pointerdown", keepDialogs);
  }, []);
  return (
    <div
      ref={frame}
      className="pointer-events-auto w-[calc(100vw-24px)] max-w-[560px] rounded-2 bg-bg shadow-overlay"
    >
      <Notice {...props} />
    </div>
  );
}
