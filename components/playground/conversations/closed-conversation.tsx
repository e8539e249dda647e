import { Lock } from "lucide-react";
import { Icon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import type { Conversation } from "@/lib/sessions/schema";

/** Why nothing can be sent, forked or run again here; undefined where it can. */
export function whyClosed({ recordingOf, agent }: Conversation): string | undefined {
  if (recordingOf) return "A recording from elsewhere: it can be read, not continued.";
  return agent ? undefined : "This conversation's agent is gone: it can be read, not continued.";
}

/** In the place of the composer: nobody writes a message that cannot be sent. */
export function ClosedConversation({ reason }: { reason: string }) {
  return (
    <p className="flex flex-none items-center gap-2 border-line border-t px-4 py-3 text-ink-2">
      <Icon of={Lock} size={15} className="text-ink-3" />
      <ShownText text={reason} />
    </p>
  );
}
