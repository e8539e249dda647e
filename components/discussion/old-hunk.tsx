import { classNames } from "@/components/ui/class-names";
import { ShownText } from "@/components/ui/shown-text";
import type { FilePlace } from "./thread-words";

/** The lines that an outdated thread was about, as they stood, with what was around them. */
export function OldHunk({ place }: { place: FilePlace }) {
  const { hunk, startLine, endLine } = place;
  const rows = hunk.lines.map((text, at) => ({ number: hunk.from + at, text }));
  return (
    <table aria-label="The lines as they stood" className="w-full table-fixed border-line border-b bg-sunken">
      <colgroup>
        <col className="w-10" />
        <col />
      </colgroup>
      <tbody className="font-mono text-12 leading-[18px]">
        {rows.map(({ number, text }) => {
          const isMeant = number >= startLine && number <= endLine;
          return (
            <tr key={number} className={isMeant ? "bg-hover" : undefined}>
              <td className="select-none pr-2 text-right align-top text-ink-3">{number}</td>
              <td
                className={classNames(
                  "whitespace-pre-wrap pr-3 [overflow-wrap:anywhere]",
                  isMeant ? "text-ink" : "text-ink-3",
                )}
              >
                <ShownText text={text || " "} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
