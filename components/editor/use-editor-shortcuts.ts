import { useShortcut } from "@/components/layout/keyboard";
import type { Editor } from "./editor-context";
import type { SideTab } from "./side-panel";

type EditorShortcuts = { editor: Editor; setTab: (tab: SideTab) => void; publish: () => void };

/** The editor's keys; Monaco's own are listed with F1. */
export function useEditorShortcuts({ editor, setTab, publish }: EditorShortcuts): void {
  const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();
  useShortcut("mod+s", "Save the draft", () => void editor.save());
  useShortcut("mod+shift+enter", "Publish", publish);
  useShortcut("e", "Go to the text (Control M, then Tab leaves it)", () =>
    focus("[data-testid=text-pane] textarea"),
  );
  useShortcut("f", "Go to the files", () => focus("[role=tree] [tabindex='0']"));
  useShortcut("1", "Problems", () => setTab("problems"));
  useShortcut("2", "Preview", () => setTab("preview"));
  useShortcut("3", "As the agent sees it", () => setTab("agent"));
}
