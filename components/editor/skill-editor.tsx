"use client";

import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { skillPath } from "@/components/data/skill-paths";
import { draftFileQuery, draftQuery, openedFile, skillQuery } from "@/components/data/skill-queries";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { skillCrumbs } from "@/components/library/skill-crumbs";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { NotLoaded } from "@/components/ui/not-loaded";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { client } from "@/lib/api/client";
import { EditorOpening } from "./editor-opening";

const EditorWorkbench = lazy(() =>
  import("./editor-workbench").then((module) => ({ default: module.EditorWorkbench })),
);
const noFile = { path: "", sha256: "" };

type SkillEditorProps = { workspace: string; skill: string; initialPath: string | null };

/** Opens a draft for editing. */
export function SkillEditor({ workspace, skill, initialPath }: SkillEditorProps) {
  // The session takes over from here: a refetch under an open text would change it unasked.
  const draft = useQuery({
    ...draftQuery(client.library, workspace, skill),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const file = draft.data ? openedFile(draft.data, initialPath) : null;
  const opening = useQuery({
    ...draftFileQuery(client.library, workspace, skill, file ?? noFile),
    enabled: false,
  });
  const received = useQuery(skillQuery(client.library, workspace, skill)).data?.received;
  // The panes' remembered sizes, the tree and Monaco exist only in the browser.
  const isBrowser = useIsHydrated();
  if (received) return <WrittenElsewhere {...{ workspace, skill }} from={received.workspace} />;
  if (draft.data) {
    const shown = (
      <EditorOpening {...{ workspace, skill }} path={file?.path ?? ""} text={opening.data?.text ?? ""} />
    );
    if (!isBrowser) return shown;
    return (
      <Suspense fallback={shown}>
        <EditorWorkbench
          key={`${workspace}/${skill}`}
          workspace={workspace}
          skill={skill}
          draft={draft.data}
          initialPath={initialPath}
          opening={opening.data ?? null}
        />
      </Suspense>
    );
  }
  return (
    <Page top={<TopLine crumbs={skillCrumbs(workspace, skill)} title="Edit" />}>
      <NotLoaded query={draft} loading="Opening the draft" failed="The draft could not be opened" wholePage />
    </Page>
  );
}

type WrittenElsewhereProps = { workspace: string; skill: string; from: string };

/** In the editor's place for what another workspace shares. */
function WrittenElsewhere({ workspace, skill, from }: WrittenElsewhereProps) {
  return (
    <Page top={<TopLine crumbs={skillCrumbs(workspace, skill)} title="Edit" />}>
      <EmptyState
        title={`${skill} is written in the workspace ${from}`}
        action={<ButtonLink href={skillPath(workspace, skill)}>Back to the skill</ButtonLink>}
      >
        It can only be read here: what they publish comes in by itself. Duplicate it on its page to have one
        of your own.
      </EmptyState>
    </Page>
  );
}
