"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { useSession } from "@/components/layout/current-workspace";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { formatCount } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { RadioGroup } from "@/components/ui/radio-group";
import { RelativeTime } from "@/components/ui/relative-time";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import type { Draft } from "@/lib/library/schema";
import {
  type ConflictChoice,
  type Decision,
  firstDecision,
  toChoice,
  toResolution,
} from "./conflict-choices";
import { useEditor } from "./editor-context";
import { languageOf } from "./file-kind";
import { findConflicts, rebaseDraft } from "./rebase-draft";

const MonacoDiff = dynamic(() => import("./monaco-diff").then((module) => module.MonacoDiff), {
  ssr: false,
  loading: () => <Skeleton className="h-full" />,
});

type ConflictDialogProps = { newer: Draft; close: () => void };

/** Two people changed the same file: both texts, and a choice for each. Closing it changes nothing. */
export function ConflictDialog({ newer, close }: ConflictDialogProps) {
  const { session, save } = useEditor();
  const { user } = useSession();
  const isOwn = newer.updatedBy.id === user.id;
  const { choices, error } = useChoices(newer);
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
      onOpenChange={(open) => (open ? undefined : close())}
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
      {error ? <Notice tone="error">{error}</Notice> : null}
      {choices && choice ? (
        <div className="grid gap-3">
          {choices.length > 1 ? (
            <Select aria-label="File" value={choice.path} onChange={(event) => setPath(event.target.value)}>
              {choices.map((each) => (
                <option key={each.path} value={each.path}>
                  {each.path}
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

type ConflictViewProps = {
  choice: ConflictChoice;
  decision: Decision | null;
  person: string;
  decide: (decision: Decision) => void;
};

function ConflictView({ choice, decision, person, decide }: ConflictViewProps) {
  const { path, mine, theirs, merged } = choice;
  const hasTexts = mine !== null && theirs !== null;
  const both = merged && merged.text !== mine && merged.text !== theirs ? merged : null;
  const result =
    decision === null || decision.keep === "mine"
      ? mine
      : decision.keep === "theirs"
        ? theirs
        : decision.text;
  const choose = (keep: Decision["keep"]) =>
    decide(keep === "edited" ? { keep, text: merged?.text ?? mine ?? "" } : { keep });
  return (
    <>
      <RadioGroup
        legend={`What should ${path} say?`}
        orientation="horizontal"
        value={decision?.keep ?? null}
        onValueChange={choose}
        options={[
          {
            value: "theirs",
            label: choice.isTheirsDeleted ? `${person} deleted it: delete it` : `${person}’s text`,
          },
          { value: "mine", label: choice.mineKind === "deleted" ? "You deleted it: delete it" : "My text" },
          ...(hasTexts
            ? [
                {
                  value: "edited" as const,
                  label:
                    both === null || both.overlaps === 0
                      ? "Both changes"
                      : `Both, one after the other in ${formatCount(both.overlaps, "place")}`,
                },
              ]
            : []),
        ]}
      />
      {hasTexts ? (
        <div>
          <div className="grid grid-cols-2 text-12 text-ink-3">
            <span>{person}’s text</span>
            <span>What will be saved; it can be edited here</span>
          </div>
          <div className="h-[46vh] overflow-hidden rounded-2 border border-line">
            <MonacoDiff
              key={path}
              original={theirs}
              modified={result ?? ""}
              language={languageOf(path)}
              originalLabel={`${path} as ${person} saved it`}
              modifiedLabel={`${path} as it will be saved`}
              onChange={(text) => {
                if (text !== result) decide({ keep: "edited", text });
              }}
            />
          </div>
        </div>
      ) : (
        <p className="text-ink-2">
          {choice.isText ? (
            <code className="whitespace-pre-wrap">{(mine ?? theirs ?? "").slice(0, 2_000)}</code>
          ) : (
            "This file is not text: one of the two has to be chosen."
          )}
        </p>
      )}
    </>
  );
}

/** Fetches the other side's texts, and this side's where only the name was changed. */
function useChoices(newer: Draft): { choices: readonly ConflictChoice[] | null; error: string | null } {
  const { session } = useEditor();
  const [choices, setChoices] = useState<readonly ConflictChoice[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    const textOf = async (file: { path: string; kind: string } | null) =>
      file?.kind === "text" ? ((await session.api.file(file.path)).text ?? null) : null;
    const conflicts = findConflicts(session.draft, newer);
    Promise.all(conflicts.map(async (conflict) => toChoice(conflict, await textOf(conflict.theirs)))).then(
      (all) => (isGone ? undefined : setChoices(all)),
      (reason) => (isGone ? undefined : setError(reason instanceof Error ? reason.message : String(reason))),
    );
    return () => {
      isGone = true;
    };
  }, [session, newer]);
  return { choices, error };
}
