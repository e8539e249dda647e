"use client";

import { useState } from "react";
import { useSession } from "@/components/layout/current-workspace";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { formatCount } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { RelativeTime } from "@/components/ui/relative-time";
import { Select } from "@/components/ui/select";
import { ShownText } from "@/components/ui/shown-text";
import { Skeleton } from "@/components/ui/skeleton";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { Draft } from "@/lib/library/drafts/draft-schema";
import { useEditor } from "../editor-context";
import { type ConflictChoice, type Decision, firstDecision, toResolution } from "./conflict-choices";
import { ConflictView } from "./conflict-view";
import { rebaseDraft } from "./rebase-draft";
import { useConflictChoices } from "./use-conflict-choices";

type ConflictDialogProps = { newer: Draft; close: () => void };

/** Shows both texts of a file that two people changed, and takes a choice for each. Closing it changes nothing. */
export function ConflictDialog({ newer, close }: ConflictDialogProps) {
  const { session, save } = useEditor();
  const { user } = useSession();
  const isOwn = newer.updatedBy.id === user.id;
  const { choices, error } = useConflictChoices(newer);
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Decision>>(new Map());
  const [path, setPath] = useState<string | null>(null);
  const choice = choices?.find((each) => each.path === path) ?? choices?.[0];
  const decisionOf = (each: ConflictChoice) => decisions.get(each.path) ?? firstDecision(each);
  const undecided = choices?.filter((each) => decisionOf(each) === null) ?? [];
  const decide = (of: ConflictChoice, decision: Decision) =>
    setDecisions((before) => new Map(before).set(of.path, decision));
  const finish = async () => {
    const resolutions = new Map(
      (choices ?? []).flatMap((each) => {
        const decision = decisionOf(each);
        return decision ? [[each.path, toResolution(each, decision)] as const] : [];
      }),
    );
    session.take(newer, rebaseDraft(session.draft, newer, resolutions));
    close();
    await save();
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      size="wide"
      title={isOwn ? "You saved this in another tab" : `${newer.updatedBy.name} saved while you were editing`}
      description={
        <>
          Revision {newer.revision}, <RelativeTime at={newer.updatedAt} ago />. Nothing of yours is lost:
          choose what each file should say, then save.
        </>
      }
      footer={
        <>
          <span className="mr-auto text-ink-3">
            {undecided.length > 0 ? `${formatCount(undecided.length, "file")} to decide` : null}
          </span>
          <Button onClick={close}>Decide later</Button>
          <Button
            variant="primary"
            onClick={() => void finish()}
            blockedReason={
              choices === null
                ? "The texts are still being fetched."
                : undecided.length > 0
                  ? `Choose a text for ${undecided[0]?.path}.`
                  : undefined
            }
          >
            Save this
          </Button>
        </>
      }
    >
      {error ? (
        <Notice tone="error">
          <ShownText text={error} />
        </Notice>
      ) : null}
      {choices && choice ? (
        <div className="grid gap-3">
          {choices.length > 1 ? (
            <Select aria-label="File" value={choice.path} onChange={(event) => setPath(event.target.value)}>
              {choices.map((each) => (
                <option key={each.path} value={each.path}>
                  {markHidden(each.path)}
                  {decisionOf(each) === null ? " (to decide)" : ""}
                </option>
              ))}
            </Select>
          ) : null}
          <ConflictView
            choice={choice}
            decision={decisionOf(choice)}
            person={isOwn ? "The other tab" : newer.updatedBy.name}
            decide={(decision) => decide(choice, decision)}
          />
        </div>
      ) : error ? null : (
        <Skeleton className="h-64" />
      )}
    </Dialog>
  );
}
