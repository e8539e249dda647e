"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Wrench } from "lucide-react";
import { libraryKeys } from "@/components/data/library-queries";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { ErrorNotice } from "@/components/ui/error-notice";
import { ShownText } from "@/components/ui/shown-text";
import { toast } from "@/components/ui/toaster";
import { client, unwrap } from "@/lib/api/client";
import type { SkillTargets } from "@/lib/library/exports/target-schema";

type FitProposalProps = {
  workspace: string;
  skill: string;
  /** The draft that the proposal was made for: what others saved since is never overwritten. */
  revision: number;
  proposal: Pick<SkillTargets["targets"][number], "fit" | "texts" | "title">;
  blockedReason?: string | undefined;
};

/** The changes for a host as a change of the draft: its lines to look at, and a button that saves it like any other. */
export function FitProposal({ workspace, skill, revision, proposal, blockedReason }: FitProposalProps) {
  const { fit, texts, title } = proposal;
  const cache = useQueryClient();
  const save = useMutation({
    meta: { silent: true },
    mutationFn: () =>
      unwrap(
        client.library.workspaces[":workspace"].skills[":skill"].draft.changes.$post({
          param: { workspace, skill },
          json: { baseRevision: revision, changes: fit },
        }),
      ),
    onSuccess: (saved) => {
      toast(`The draft of ${skill} fits ${title}: saved as r${saved.revision}.`);
      void cache.invalidateQueries({ queryKey: libraryKeys.skills(workspace) });
    },
  });
  return (
    <section aria-label="Make it fit" className="grid gap-2">
      {texts.map(({ path, lines }) => (
        <figure key={path} className="min-w-0 rounded-2 border border-line">
          <figcaption className="border-line border-b px-2 py-1 font-mono text-12 text-ink-3">
            <ShownText text={path} />
          </figcaption>
          <ol
            aria-label={`Changed lines of ${path}`}
            className="max-h-48 overflow-auto py-1 font-mono text-12"
          >
            {lines.map(({ kind, text }, at) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: lines of one answer, which never move
                key={at}
                className={classNames(
                  "whitespace-pre-wrap px-2 [overflow-wrap:anywhere]",
                  kind === "added" && "bg-add-bg",
                  kind === "removed" && "bg-del-bg",
                )}
              >
                <span aria-hidden="true">{signs[kind]} </span>
                <span className="sr-only">{kind === "same" ? "" : `${kind}: `}</span>
                <ShownText text={text} />
              </li>
            ))}
          </ol>
        </figure>
      ))}
      <div>
        <Button
          icon={Wrench}
          pending={save.isPending}
          blockedReason={blockedReason}
          onClick={() => save.mutate()}
        >
          Make the draft fit
        </Button>
      </div>
      <ErrorNotice error={save.error} />
    </section>
  );
}

const signs = { same: " ", added: "+", removed: "−" } as const;
