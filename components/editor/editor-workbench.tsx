"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useMemo, useState } from "react";
import { skillQuery } from "@/components/data/skill-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Page } from "@/components/layout/page";
import { DraftBaseNotice } from "@/components/library/draft-base";
import { useObservable } from "@/components/ui/observable";
import { Pane, PaneHandle, Panes } from "@/components/ui/panes";
import { toast } from "@/components/ui/toaster";
import { can } from "@/lib/access/permissions";
import { client } from "@/lib/api/client";
import type { Draft } from "@/lib/library/drafts/draft-schema";
import type { FileContent } from "@/lib/library/package-schema";
import type { SkillDetail } from "@/lib/library/skill-schema";
import { CenterPane } from "./center-pane";
import { type Editor, EditorProvider } from "./editor-context";
import { EditorTop } from "./editor-top";
import { FilesPane } from "./files/files-pane";
import { useFileTexts } from "./files/use-file-texts";
import { createCursorPlace } from "./monaco/cursor-place";
import { PlaceSignal } from "./monaco/place-signal";
import { useDraftChecks } from "./problems/use-draft-checks";
import { usePublishBlock } from "./problems/use-publish-block";
import { PublishDialog } from "./publish-dialog";
import { ConflictDialog } from "./saving/conflict-dialog";
import { DraftSession } from "./saving/draft-session";
import { libraryDraftApi } from "./saving/library-draft-api";
import { NewerNotice } from "./saving/newer-notice";
import { RestoreBanner } from "./saving/restore-banner";
import { notSavedWords, saveDraft } from "./saving/save-draft";
import { useSaveAgain } from "./saving/use-save-again";
import { useUnsavedWork } from "./saving/use-unsaved-work";
import { SidePanel, type SideTab } from "./side-panel";
import { StatusLine } from "./status-line";
import { useEditorShortcuts } from "./use-editor-shortcuts";
import { useOpenPathInAddress } from "./use-open-path-in-address";

const noSiblings: readonly { name: string }[] = [];

type EditorWorkbenchProps = {
  workspace: string;
  skill: string;
  draft: Draft;
  initialPath: string | null;
  /** The text of the file that is open first, when it came with the page. */
  opening: FileContent | null;
};

/** The editor page around one open draft. */
export function EditorWorkbench({ workspace, skill, draft, initialPath, opening }: EditorWorkbenchProps) {
  const [session] = useState(() => {
    const opened = new DraftSession(draft, libraryDraftApi(workspace, skill));
    if (initialPath !== null) opened.openPath(initialPath);
    if (opening !== null) opened.receive(opening);
    return opened;
  });
  const [cursor] = useState(createCursorPlace);
  const [places] = useState(() => new PlaceSignal());
  const [tab, setTab] = useState<SideTab>("agent");
  const [conflict, setConflict] = useState<Draft | null>(null);
  const [isPublishing, setPublishing] = useState(false);
  const blockedId = useId();

  const editor = useSharedEditor(workspace, skill, session, { places, onConflict: setConflict });
  useSaveAgain(session, editor.save);
  useFileTexts(session);
  useDraftChecks(session, skill, noSiblings);
  useOpenPathInAddress(session);
  const kept = useUnsavedWork(session, workspace, skill);
  const { data: detail } = useQuery(skillQuery(client.library, workspace, skill));
  const newest = detail?.versions[0] ?? null;
  const { blockedReason, isBlocked } = useBlockedPublish(session, detail ?? null);
  const revision = useObservable(session.state, (state) => state.draft.revision);
  const newer = useObservable(session.state, (state) => state.newer);
  useEditorShortcuts({
    editor,
    setTab,
    publish: () => (blockedReason && !isBlocked ? toast(blockedReason) : setPublishing(true)),
  });

  useEffect(() => {
    const refresh = () => void session.refresh();
    window.addEventListener("focus", refresh);
    return () => window.removeEventListener("focus", refresh);
  }, [session]);

  return (
    <EditorProvider editor={editor}>
      <Page
        top={
          <EditorTop
            detail={detail ?? null}
            blockedReason={blockedReason}
            blockedId={blockedId}
            onPublish={() => setPublishing(true)}
          />
        }
        foot={
          <StatusLine
            cursor={cursor}
            blockedReason={blockedReason}
            blockedId={blockedId}
            onProblems={() => setTab("problems")}
            onBlocked={isBlocked ? () => setPublishing(true) : undefined}
          />
        }
      >
        {kept.offer ? (
          <RestoreBanner
            work={kept.offer}
            revision={revision}
            onRestore={kept.restore}
            onDiscard={kept.discard}
          />
        ) : null}
        {detail ? <DraftBaseNotice workspace={workspace} skill={detail} /> : null}
        {newer && !conflict ? <NewerNotice newer={newer} onCompare={() => setConflict(newer)} /> : null}
        <Panes id="editor" paneIds={["files", "text", "about"]} className="flex-1">
          <Pane id="files" defaultSize="232px" minSize="168px" maxSize="420px">
            <FilesPane />
          </Pane>
          <PaneHandle label="Resize files" />
          <Pane id="text" defaultSize="52%" minSize="30%">
            <CenterPane cursor={cursor} places={places} />
          </Pane>
          <PaneHandle label="Resize the panel" />
          <Pane id="about" defaultSize="400px" minSize="280px" maxSize="60%">
            <SidePanel tab={tab} onTab={setTab} published={newest?.tokens ?? null} />
          </Pane>
        </Panes>
      </Page>
      {conflict ? <ConflictDialog newer={conflict} close={() => setConflict(null)} /> : null}
      {isPublishing ? <PublishDialog close={() => setPublishing(false)} /> : null}
    </EditorProvider>
  );
}

type Beside = { places: PlaceSignal; onConflict: (newer: Draft) => void };

/** The editor that the parts of the page share. What a save comes to is told here, in toasts. */
function useSharedEditor(
  workspace: string,
  skill: string,
  session: DraftSession,
  { places, onConflict }: Beside,
): Editor {
  return useMemo<Editor>(
    () => ({
      workspace,
      skill,
      session,
      reveal(path, place) {
        session.openPath(path);
        if (place) places.request({ path, ...place });
      },
      async save() {
        const hadFailed = session.state.get().save.kind === "failed";
        const outcome = await saveDraft(session);
        if (outcome.kind === "conflict") onConflict(outcome.newer);
        if (outcome.kind === "failed") toast.error(notSavedWords(outcome), { id: "not-saved" });
        if (outcome.kind === "saved" && hadFailed) toast.success("Saved now.", { id: "not-saved" });
        if (outcome.kind === "saved" && outcome.rebased)
          toast("Saved, together with what others saved in other files.");
      },
    }),
    [workspace, skill, session, places, onConflict],
  );
}

/** Why nothing can be published, and whether that is what the dialog names, for those who could publish otherwise. */
function useBlockedPublish(session: DraftSession, detail: SkillDetail | null) {
  const blockedReason = usePublishBlock(session, detail);
  const { role } = useWorkspace();
  const hasBlockers = useObservable(session.state, ({ problems }) =>
    problems.some(({ blocking }) => blocking),
  );
  const isBlocked = hasBlockers && can(role, "library.publish") && detail?.archived !== true;
  return { blockedReason, isBlocked };
}
