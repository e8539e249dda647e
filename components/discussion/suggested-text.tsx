"use client";

import { Check } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import type { Comment } from "@/lib/discussion/schema";

type SuggestedTextProps = {
  suggestion: NonNullable<Comment["suggestion"]>;
  /** Null where it cannot be applied at all, as outside of an open review. */
  onApply: (() => Promise<unknown>) | null;
  blockedReason: string | undefined;
};

/** Other text for a thread's lines, and the one click that puts it there. */
export function SuggestedText({ suggestion, onApply, blockedReason }: SuggestedTextProps) {
  const { text, applied, blocked } = suggestion;
  const [pending, setPending] = useState(false);
  const whyId = useId();
  const why = blocked ?? blockedReason;
  const apply = () => {
    setPending(true);
    void onApply?.()
      .catch(() => {}) // Said in the corner already.
      .finally(() => setPending(false));
  };
  return (
    <div className="mt-1.5 grid gap-1">
      <div className="flex items-start gap-2 rounded-1 border border-line bg-add-bg py-[3px] pr-[3px] pl-2">
        {text === "" ? (
          <span className="min-w-0 flex-1 py-[3px] text-ink-2">Remove these lines</span>
        ) : (
          <pre className="min-w-0 flex-1 whitespace-pre-wrap py-[3px] text-12 leading-[18px] [overflow-wrap:anywhere]">
            <span className="sr-only">Suggested: </span>
            <ShownText text={text} />
          </pre>
        )}
        {applied ? (
          <State icon={Check} className="min-h-6 px-1.5 text-12 text-ink-2">
            Applied as r{applied.revision}
          </State>
        ) : onApply ? (
          <Button
            size="small"
            pending={pending}
            onClick={apply}
            blockedReason={why}
            aria-describedby={blocked ? whyId : undefined}
            data-thread-apply
          >
            Apply
          </Button>
        ) : null}
      </div>
      {blocked && !applied ? (
        <p id={whyId} className="text-12 text-ink-3">
          <ShownText text={blocked} />
        </p>
      ) : null}
    </div>
  );
}
