import { Notice } from "@/components/ui/notice";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import type { Mirror } from "@/lib/mirrors/schema";

type MirrorFailureProps = {
  failure: Pick<NonNullable<Mirror["failure"]>, "message" | "remoteSaid">;
  /** When it is tried again by itself; null where it is not. */
  nextAt: string | null;
};

/** Why a remote did not take a push or did not answer, what to do, and what it said itself. */
export function MirrorFailure({ failure: { message, remoteSaid }, nextAt }: MirrorFailureProps) {
  return (
    <Notice tone="warning">
      <p className="[overflow-wrap:anywhere]">
        <ShownText text={message} />
      </p>
      {remoteSaid === null ? null : (
        <p className="text-12 text-ink-3 [overflow-wrap:anywhere]">
          It said: “<ShownText text={remoteSaid} />”
        </p>
      )}
      {nextAt === null ? null : (
        <p className="text-12 text-ink-3">
          Tried again at <RelativeTime at={nextAt} as="clock" />, and when something new is published.
        </p>
      )}
    </Notice>
  );
}
