import type { Problem } from "@/components/library/problems/problems";
import type { monaco } from "../monaco/monaco-setup";

const restMs = 500;
const heightPx = 32;

/** Says what is wrong with the cursor's line right below it, with the fix as a button, once typing has paused. */
export class ProblemHint {
  private problems: readonly Problem[] = [];
  private readonly node = document.createElement("div");
  private readonly widget: monaco.editor.IOverlayWidget;
  private zone: string | null = null;
  private shown: Problem | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly subscriptions: readonly monaco.IDisposable[];

  constructor(
    private readonly editor: monaco.editor.IStandaloneCodeEditor,
    private readonly applyFix: (problem: Problem) => void,
  ) {
    this.node.className = "problem-hint";
    this.widget = {
      getId: () => "greenroom.problem-hint",
      getDomNode: () => this.node,
      getPosition: () => null,
    };
    this.subscriptions = [
      editor.onDidChangeCursorPosition(() => this.schedule()),
      editor.onDidChangeModelContent(() => this.hide()),
      editor.onDidChangeModel(() => this.hide()),
      editor.onDidLayoutChange(() => this.place()),
    ];
  }

  setProblems(problems: readonly Problem[]): void {
    this.problems = problems;
    this.schedule();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.hide();
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private schedule(): void {
    clearTimeout(this.timer);
    const wanted = this.wanted();
    if (this.shown !== null && wanted?.id !== this.shown.id) this.hide();
    this.timer = setTimeout(() => this.show(), restMs);
  }

  /** Only where there is a fix to offer or something is wrong for sure: other notes stay in the list. */
  private wanted(): Problem | null {
    const line = this.editor.getPosition()?.lineNumber;
    const here = this.problems.filter((each) => each.range.startLine === line && each.severity !== "info");
    return (
      here.find((each) => each.fix !== undefined) ?? here.find((each) => each.severity === "error") ?? null
    );
  }

  private show(): void {
    const problem = this.wanted();
    if (problem === null || (this.shown === problem && this.zone !== null)) return;
    this.hide();
    this.shown = problem;
    this.render(problem);
    this.editor.addOverlayWidget(this.widget);
    this.editor.changeViewZones((zones) => {
      this.zone = zones.addZone({
        afterLineNumber: problem.range.startLine,
        heightInPx: heightPx,
        domNode: document.createElement("div"),
        suppressMouseDown: true,
        onDomNodeTop: (top) => {
          this.node.style.top = `${top + 2}px`;
        },
      });
    });
    this.place();
  }

  private hide(): void {
    const { zone } = this;
    if (zone === null) return;
    this.zone = null;
    this.shown = null;
    this.editor.changeViewZones((zones) => zones.removeZone(zone));
    this.editor.removeOverlayWidget(this.widget);
  }

  private place(): void {
    const { contentLeft, contentWidth } = this.editor.getLayoutInfo();
    this.node.style.left = `${contentLeft}px`;
    this.node.style.maxWidth = `${Math.max(0, contentWidth - 16)}px`;
  }

  private render(problem: Problem): void {
    const words = document.createElement("span");
    words.className = "problem-hint-words";
    words.textContent = problem.message;
    words.title = problem.message;
    this.node.dataset.severity = problem.severity;
    this.node.setAttribute("role", "note");
    this.node.replaceChildren(words);
    const { fix } = problem;
    if (!fix) return;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Apply fix";
    button.title = fix.title;
    button.setAttribute("aria-label", `Apply fix: ${fix.title}`);
    button.addEventListener("click", () => {
      this.applyFix(problem);
      this.editor.focus();
    });
    this.node.append(button);
  }
}
