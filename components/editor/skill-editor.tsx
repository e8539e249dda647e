"use client";

import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useSyncExternalStore } from "react";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { skillPath, skillsPath } from "@/components/library/skill-paths";
import { draftFileQuery, draftQuery, openedFile } from "@/components/skill/skill-queries";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { SkeletonRows } from "@/components/ui/skeleton";
import { client } from "@/lib/api/client";
import { EditorOpening } from "./editor-opening";

const EditorWorkbench = lazy(() =>
  import("./editor-workbench").then((module) => ({ default: module.EditorWorkbench })),
);
const noFile = { path: "", sha256: "" };
const never = () => () => {};

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
  // The panes' remembered sizes, the tree and Monaco exist only in the browser.
  const isBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
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
  const top = (
    <TopLine
      crumbs={[
        { label: "Skills", href: skillsPath(workspace) },
        { label: skill, href: skillPath(workspace, skill) },
      ]}
      title="Edit"
    />
  );
  return (
    <Page top={top}>
      {draft.isError ? (
        <EmptyState
          title="The draft could not be opened"
          action={<Button onClick={() => void draft.refetch()}>Try again</Button>}
        >
          {draft.error.message}
        </EmptyState>
      ) : (
        <SkeletonRows label="Opening the draft" />
      )}
    </Page>
  );
}
