import { ErrorNotice } from "@/components/ui/error-notice";
import type { Agent } from "@/lib/agents/schema";
import { ContestedNotice } from "./contested-notice";
import type { useContestedEdit } from "./use-contested-edit";

type ContestedErrorProps = {
  edit: Pick<ReturnType<typeof useContestedEdit>, "error" | "theirs" | "forgetTheirs">;
  /** Puts theirs in the place of what was typed. */
  take: (theirs: Agent) => void;
};

/** Why a dialog's save did not go through: somebody was first, or whatever else it was. */
export function ContestedError({ edit: { error, theirs, forgetTheirs }, take }: ContestedErrorProps) {
  if (theirs === null) return <ErrorNotice error={error} title="It is not saved" />;
  return (
    <ContestedNotice
      theirs={theirs}
      take={() => {
        take(theirs);
        forgetTheirs();
      }}
    />
  );
}
