"use client";

import dynamic from "next/dynamic";
import { formatCount } from "@/components/ui/format";
import { RadioGroup } from "@/components/ui/radio-group";
import { ShownText } from "@/components/ui/shown-text";
import { Skeleton } from "@/components/ui/skeleton";
import { languageOf } from "../files/file-kind";
import type { ConflictChoice, Decision } from "./conflict-choices";

const MonacoDiff = dynamic(() => import("../monaco/monaco-diff").then((module) => module.MonacoDiff), {
  ssr: false,
  loading: () => <Skeleton className="h-full" />,
});

type ConflictViewProps = {
  choice: ConflictChoice;
  decision: Decision | null;
  /** Whose the other text is. */
  person: string;
  decide: (decision: Decision) => void;
};

/** One file that both changed: a choice, and both texts side by side where there are any. */
export function ConflictView({ choice, decision, person, decide }: ConflictViewProps) {
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
            <span>
              <ShownText text={person} />
              ’s text
            </span>
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
            <code className="whitespace-pre-wrap">
              <ShownText text={(mine ?? theirs ?? "").slice(0, 2_000)} />
            </code>
          ) : (
            "This file is not text: one of the two has to be chosen."
          )}
        </p>
      )}
    </>
  );
}
