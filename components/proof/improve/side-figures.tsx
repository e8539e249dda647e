import { formatCount } from "@/components/ui/format";
import { ShownText } from "@/components/ui/shown-text";
import { NoValue } from "@/components/ui/table";
import type { SideFigures } from "@/lib/improvements/judged-schema";
import { IntervalPlot } from "../interval-plot";
import { intervalText, outcomeWords, shareText } from "../proof-words";

type SideTableProps = {
  /** What the figures are of, with them; in order. */
  rows: readonly { label: string; mono?: boolean; side: SideFigures }[];
  caption: string;
};

const head = "h-6 pr-3 text-left font-normal text-12 text-ink-3";
const cell = "border-line border-t py-1.5 pr-3 align-top";

/** Right cases before and after, part by part: as text with the interval, as a plot, and which cases turned. */
export function SideTable({ rows, caption }: SideTableProps) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-[340px] border-separate border-spacing-0">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={head}>
              Cases
            </th>
            <th scope="col" className={`${head} w-[34%]`}>
              Right before
            </th>
            <th scope="col" className={`${head} w-[34%]`}>
              Right after
            </th>
            <th scope="col" className={head}>
              Gained, lost
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, mono, side }) => (
            <tr key={label}>
              <th scope="row" className={`${cell} text-left font-medium ${mono ? "font-mono text-12" : ""}`}>
                <ShownText text={label} />
              </th>
              <td className={cell}>
                <Share share={side.before} />
              </td>
              <td className={cell}>
                <Share share={side.after} before={side.before?.share} />
              </td>
              <td className={`${cell} tabular-nums`}>
                {side.after === null ? (
                  <NoValue label="Nothing was tried yet" />
                ) : (
                  <>
                    {side.gained.length} gained, {side.lost.length} lost
                    {side.unmeasured === 0 ? null : (
                      <span className="block text-12 text-ink-3">{side.unmeasured} not measured</span>
                    )}
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Share({ share, before }: { share: SideFigures["before"]; before?: number | undefined }) {
  if (share === null) return <NoValue label="Nothing to count" />;
  return (
    <span className="block min-w-24 tabular-nums">
      <b className="font-medium">{shareText(share.share)}</b>{" "}
      <span className="text-12 text-ink-3">
        {share.count}/{share.of} <span className="whitespace-nowrap">{intervalText(share)}</span>
      </span>
      <IntervalPlot candidate={share} baseline={before} />
    </span>
  );
}

const isKnown = (word: string): word is keyof typeof outcomeWords => Object.hasOwn(outcomeWords, word);
const wordOf = (word: string): string => (isKnown(word) ? outcomeWords[word] : word);

/** The cases that turned, each with what it came to before and after. */
export function TurnedCases({ title, cases }: { title: string; cases: SideFigures["lost"] }) {
  if (cases.length === 0) return null;
  return (
    <details className="mt-1">
      <summary className="min-h-6 cursor-default text-ink-2">
        {title}: {formatCount(cases.length, "case")}
      </summary>
      <ul className="grid gap-1 pl-4">
        {cases.map((one) => (
          <li key={one.id} className="[overflow-wrap:anywhere]">
            <ShownText text={one.query} />{" "}
            <span className="text-12 text-ink-3">
              {wordOf(one.before)} before, {wordOf(one.after)} after
              {one.by === null ? null : (
                <>
                  {" "}
                  by{" "}
                  <code>
                    <ShownText text={one.by} />
                  </code>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
