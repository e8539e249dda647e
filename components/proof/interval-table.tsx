import { formatCount } from "@/components/ui/format";
import { NoValue } from "@/components/ui/table";
import type { Figures } from "@/lib/proof/reports/figures-schema";
import type { SuiteRunDetail } from "@/lib/proof/schema";
import type { Baseline } from "./find-baseline";
import { IntervalPlot, PlotKey } from "./interval-plot";
import { hostName, intervalText, type Proportion, shareText, sourceWords } from "./proof-words";

type IntervalTableProps = {
  run: Pick<SuiteRunDetail, "dialects" | "source" | "figures">;
  baseline: Baseline | null;
};

const head = "h-6 pr-2 text-left font-normal text-12 text-ink-3";
const cell = "h-11 border-line border-t pr-2 align-middle";

/** Recall and precision per host: as text, and as a dot with its interval. */
export function IntervalTable({ run, baseline }: IntervalTableProps) {
  return (
    <div className="mt-2">
      <table className="w-full table-fixed border-separate border-spacing-0">
        <caption className="sr-only">Recall and precision per host, with 95 % intervals</caption>
        <thead>
          <tr>
            <th scope="col" className={`${head} w-24`}>
              Host
            </th>
            <th scope="col" className={head}>
              Recall, should be found
            </th>
            <th scope="col" className={head}>
              Precision, rightly found
            </th>
          </tr>
        </thead>
        <tbody>
          {run.figures.map((figures) => {
            const before = baseline?.scores.find(({ dialect }) => dialect === figures.dialect);
            return (
              <tr key={figures.dialect}>
                <th scope="row" className={`${cell} text-left`}>
                  <span className="block truncate font-medium">
                    {hostName(run.dialects, figures.dialect)}
                  </span>
                  <span className="block font-normal text-12 text-ink-3">{leftOut(figures)}</span>
                </th>
                <ShareCell share={figures.recall} before={before?.recall ?? null} />
                <ShareCell share={figures.precision} before={before?.precision ?? null} />
              </tr>
            );
          })}
        </tbody>
      </table>
      <div className="border-line border-t pt-2">
        <PlotKey candidate={sourceWords(run.source)} baseline={baseline?.label ?? null} />
      </div>
    </div>
  );
}

const leftOut = ({ outcomes }: Figures): string =>
  outcomes.invalid === 0 ? "nothing left out" : `${formatCount(outcomes.invalid, "case")} invalid`;

function ShareCell({ share, before }: { share: Proportion; before: Proportion }) {
  return (
    <td className={cell}>
      {/* Where there is no room beside the figures, the drawing stands above them. */}
      <div className="flex flex-wrap items-center gap-x-2">
        <IntervalPlot candidate={share} baseline={before?.share} className="min-w-10 flex-1 compact:hidden" />
        <span className="min-w-[64px] flex-none whitespace-nowrap">
          {share === null ? (
            <NoValue label="Nothing to count" />
          ) : (
            <>
              <b className="font-medium">{shareText(share.share)}</b>{" "}
              <span className="text-12 text-ink-3">
                {share.count}/{share.of}
              </span>
              <span className="block text-12 text-ink-3">{intervalText(share)}</span>
            </>
          )}
        </span>
      </div>
    </td>
  );
}
