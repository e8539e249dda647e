import { Info } from "lucide-react";
import type { ReactNode } from "react";
import { ExampleEvents } from "@/components/layout/example-events";
import { Avatar } from "@/components/ui/avatar";
import { Icon } from "@/components/ui/icon";

type WhatYouWillFindProps = {
  /** Whose letters stand beside the message. */
  name: string;
  children: ReactNode;
};

/** What a rehearsal of the example skills shows, in the very lines of the playground and with its figures. */
export function WhatYouWillFind({ name, children }: WhatYouWillFindProps) {
  return (
    <>
      <h2 className="text-16 tracking-[-0.01em]">What you rehearse is what you ship</h2>
      <p className="mt-1 mb-6 text-14 text-ink-2">{children}</p>
      <div className="border-line border-y py-4">
        <div className="grid grid-cols-[20px_minmax(0,1fr)] gap-x-2 px-1 pb-1.5">
          <Avatar name={name} />
          <p className="font-semibold">A first message, ready to send</p>
          <p className="col-start-2 text-14">
            Write release notes for customers in the tone of <code>references/tone.md</code>: search no longer
            drops the last word.
          </p>
        </div>
        <ExampleEvents />
      </div>
      <p className="mt-4 flex items-start gap-2 text-ink-3">
        <Icon of={Info} size={14} className="mt-[3px]" />
        <span>
          No model key needed. The built-in Rehearsal follows rules; it is not a language model. Token counts
          are estimates.
        </span>
      </p>
    </>
  );
}
