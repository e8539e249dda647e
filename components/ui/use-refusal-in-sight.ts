import { type RefObject, useEffect, useRef } from "react";

/**
 * For what asks and is sent: when the answer is a refusal, shows it. In one longer than its frame it would otherwise
 * come where nobody looks. In the middle, as the foot of a dialog lies over whatever is at the lower edge.
 */
export function useRefusalInSight(pending: boolean): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement | null>(null);
  const wasSent = useRef(false);
  useEffect(() => {
    if (wasSent.current && !pending)
      form.current?.querySelector("[role=alert]")?.scrollIntoView({ block: "center" });
    wasSent.current = pending;
  }, [pending]);
  return form;
}
