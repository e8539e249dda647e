import { Save } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

/** What is edited in a file of a skill's draft, whatever it holds. */
type EditedDraft = {
  base: { revision: number | null };
  /** As somebody else saved it meanwhile. */
  newer: { revision: number | null } | null;
  isDirty: boolean;
  save: { isPending: boolean; mutate: () => void };
  discard: () => void;
  rebase: () => void;
};

/** At the end of an editor's bar: which revision is shown or that it is not saved, and what to do about that. */
export function DraftSaving({ draft, noSave }: { draft: EditedDraft; noSave: string | undefined }) {
  return (
    <div className="ml-auto flex items-center gap-2">
      <span className="text-12 text-ink-3" role="status">
        {draft.isDirty ? "Not saved" : `Draft r${draft.base.revision}`}
      </span>
      {draft.isDirty ? <Button onClick={draft.discard}>Discard</Button> : null}
      <Button
        variant="primary"
        icon={Save}
        pending={draft.save.isPending}
        blockedReason={noSave}
        onClick={() => draft.save.mutate()}
      >
        Save to the draft
      </Button>
    </div>
  );
}

/** Somebody saved the same file: nothing here is lost, and nothing there. `what` was saved. */
export function NewerNotice({ draft, what }: { draft: EditedDraft; what: string }) {
  return (
    <Notice
      tone="warning"
      title={`${what} saved by somebody else meanwhile, in r${draft.newer?.revision}`}
      action={
        <>
          <Button onClick={draft.rebase}>Put my changes onto theirs</Button>
          <Button onClick={draft.discard}>Take theirs</Button>
        </>
      }
    >
      Yours are not saved and stay as they are until you choose.
    </Notice>
  );
}
