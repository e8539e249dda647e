import { formatBytes } from "@/components/ui/format";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { ShownText } from "@/components/ui/shown-text";
import { diffLines, splitLines } from "@/lib/diff/diff-lines";
import type { SourceConflict } from "@/lib/sources/schema";

type File = SourceConflict["files"][number];
type Side = File["base"];

/** What each side made of one file that both began from, for one that is decided whole. */
export function ThreeTexts({ file }: { file: File }) {
  return (
    <div className="mt-2 grid grid-cols-2 gap-3 max-[860px]:grid-cols-1">
      <SideText title="Here" label={`${file.path} here`} base={file.base} side={file.ours} />
      <SideText
        title="In the source"
        label={`${file.path} in the source`}
        base={file.base}
        side={file.theirs}
      />
    </div>
  );
}

type SideTextProps = { title: string; label: string; base: Side; side: Side };

function SideText({ title, label, base, side }: SideTextProps) {
  return (
    <div className="min-w-0">
      <h4 className="text-12 text-ink-3">{title}</h4>
      {side === null ? <p className="text-ink-2">{base ? "Removed." : "No such file."}</p> : null}
      {side?.text === null ? <p className="text-ink-2">Not shown: {formatBytes(side.size)}.</p> : null}
      {side && side.executable !== (base?.executable ?? false) ? (
        <p className="text-ink-2">{side.executable ? "Made executable." : "No longer executable."}</p>
      ) : null}
      {side && side.text !== null ? (
        <Lines label={label} before={base?.text ?? null} after={side.text} />
      ) : null}
    </div>
  );
}

type Line = { key: string; mark: "+" | "−" | " "; text: string };

const markWords = { "+": "added", "−": "removed", " ": "unchanged" } as const;
const markLooks = { "+": "bg-add-bg", "−": "bg-del-bg", " ": "" } as const;
/** Drawn of one side; the editor shows the rest. */
const mostLines = 400;

function Lines({ label, before, after }: { label: string; before: string | null; after: string }) {
  const lines = linesOf(before, after);
  const left = lines.length - mostLines;
  return (
    <ScrollingRegion label={label}>
      <div className="mt-1 border border-line font-mono text-12">
        {lines.slice(0, mostLines).map(({ key, mark, text }) => (
          <div key={key} className={`whitespace-pre-wrap px-2 [overflow-wrap:anywhere] ${markLooks[mark]}`}>
            <span aria-hidden>{mark} </span>
            {mark === " " ? null : <span className="sr-only">{markWords[mark]}: </span>}
            <ShownText text={text} />
          </div>
        ))}
        {left > 0 ? <p className="px-2 text-ink-3">{left} more lines are not shown.</p> : null}
      </div>
    </ScrollingRegion>
  );
}

/** Every line of a side, with those of the base that it lacks; unmarked where there is no base. */
function linesOf(before: string | null, after: string): Line[] {
  const is = splitLines(after);
  const same = (from: number, to: number): Line[] =>
    is.slice(from, to).map((text, at) => ({ key: `new ${from + at}`, mark: " ", text }));
  if (before === null) return same(0, is.length);
  const was = splitLines(before);
  const lines: Line[] = [];
  let at = 0;
  for (const { oldStart, oldCount, newStart, newCount } of diffLines(was, is)) {
    lines.push(...same(at, newStart));
    for (let old = oldStart; old < oldStart + oldCount; old += 1)
      lines.push({ key: `old ${old}`, mark: "−", text: was[old] ?? "" });
    for (let next = newStart; next < newStart + newCount; next += 1)
      lines.push({ key: `new ${next}`, mark: "+", text: is[next] ?? "" });
    at = newStart + newCount;
  }
  return [...lines, ...same(at, is.length)];
}
