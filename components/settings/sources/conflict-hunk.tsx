import { RadioGroup } from "@/components/ui/radio-group";
import { ShownText } from "@/components/ui/shown-text";
import type { HunkChoice, MergeHunk } from "@/lib/diff/merge-texts";

const whoWords = {
  ours: "changed here alone",
  theirs: "changed in the source alone",
  both: "changed in both",
  same: "the same in both",
} as const satisfies Record<MergeHunk["changed"], string>;

type ConflictHunkProps = {
  /** "SKILL.md, change 2 of 3" */
  name: string;
  hunk: MergeHunk;
  choice: HunkChoice | null;
  choose: (choice: HunkChoice) => void;
};

/** One place in a text with what it was, is here and is in the source, and which of them it becomes. */
export function ConflictHunk({ name, hunk, choice, choose }: ConflictHunkProps) {
  const { changed, base, ours, theirs } = hunk;
  const isOpen = choice === null;
  return (
    <div className={`mt-2 border-l-2 pl-3 ${isOpen ? "border-warn" : "border-line-strong"}`}>
      <div className="grid grid-cols-3 gap-3 max-[860px]:grid-cols-1">
        <HunkLines title="Base" lines={base} look="" />
        <HunkLines title="Here" lines={ours} look={changed === "theirs" ? "" : "bg-add-bg"} />
        <HunkLines title="In the source" lines={theirs} look={changed === "ours" ? "" : "bg-add-bg"} />
      </div>
      {changed === "same" ? (
        <p className="mt-1 text-12 text-ink-3">{whoWords.same}</p>
      ) : (
        <RadioGroup
          legend={`${name}: ${whoWords[changed]}${isOpen ? ", to decide" : ""}`}
          orientation="horizontal"
          className="mt-1 text-12"
          options={optionsFor(changed)}
          value={choice}
          onValueChange={choose}
        />
      )}
    </div>
  );
}

const sides = [
  { value: "ours", label: "As here" },
  { value: "theirs", label: "As in the source" },
] as const;

const optionsFor = (changed: MergeHunk["changed"]) =>
  changed === "both" ? [...sides, { value: "both", label: "Both, here first" } as const] : sides;

const mostLines = 200;

function HunkLines({ title, lines, look }: { title: string; lines: readonly string[]; look: string }) {
  const left = lines.length - mostLines;
  return (
    <div className="min-w-0">
      <h4 className="text-12 text-ink-3">{title}</h4>
      {lines.length === 0 ? <p className="text-12 text-ink-3">No lines.</p> : null}
      {lines.length > 0 ? (
        <div
          className={`whitespace-pre-wrap border border-line px-2 font-mono text-12 [overflow-wrap:anywhere] ${look}`}
        >
          <ShownText text={lines.slice(0, mostLines).join("").replace(/\r\n?/g, "\n").replace(/\n$/, "")} />
        </div>
      ) : null}
      {left > 0 ? <p className="text-12 text-ink-3">{left} more lines are not shown.</p> : null}
    </div>
  );
}
