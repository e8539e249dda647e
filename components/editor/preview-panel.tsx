"use client";

import { type MouseEvent, useDeferredValue } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { Markdown } from "@/components/ui/markdown";
import { resolveLink } from "@/lib/skills/find-links";
import { parseSkill } from "@/lib/skills/parse-skill";
import { useEditor, useEditorState } from "./editor-context";
import { languageOf, skillLanguage } from "./files/file-kind";
import { activeFile } from "./saving/draft-session";
import { findFile } from "./saving/draft-state";

const fileAnchor = "#file=";

/** The open document as people would read it; links to files of the package open them in the editor. */
export function PreviewPanel() {
  const { session, reveal } = useEditor();
  const file = useEditorState(activeFile);
  const text = useDeferredValue(file?.text ?? null);
  const language = file ? languageOf(file.path) : "";
  if (file === null || text === null || (language !== "markdown" && language !== skillLanguage))
    return (
      <EmptyState inline title="Nothing to preview">
        Markdown files are shown here as people read them. Open SKILL.md or another document.
      </EmptyState>
    );
  const body = language === skillLanguage ? parseSkill(text, { mode: "lenient" }).body : text;
  const openLink = (event: MouseEvent) => {
    const anchor = event.target instanceof Element ? event.target.closest("a") : null;
    const href = anchor?.getAttribute("href") ?? "";
    if (!href.startsWith(fileAnchor)) return;
    event.preventDefault();
    reveal(decodeURIComponent(href.slice(fileAnchor.length)));
  };
  return (
    // The links inside are real links: this only keeps the page from being loaded again.
    // biome-ignore lint/a11y/noStaticElementInteractions: the click handler serves the links inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link arrives as a click
    <div className="p-4" onClick={openLink}>
      <Markdown
        text={body}
        resolveHref={(href) => {
          const path = resolveLink(file.path, safeDecode(href.replace(/[#?].*$/, "")));
          return path !== null && findFile(session.draft, path)
            ? fileAnchor + encodeURIComponent(path)
            : null;
        }}
      />
    </div>
  );
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
