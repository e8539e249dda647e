import { formatNumber } from "@/components/ui/format";
import { ShownText } from "@/components/ui/shown-text";
import { NoValue } from "@/components/ui/table";
import type { ImprovementDetail } from "@/lib/improvements/schema";

const head = "h-6 pr-3 text-left font-normal text-12 text-ink-3";
const cell = "border-line border-t py-1.5 pr-3 align-top";

/** Of each skill from how many characters to how many, what is won back, and why it ended there. */
export function ShortenedTable({ search }: { search: ImprovementDetail }) {
  const { subjects, tokensWon } = search;
  return (
    <div className="overflow-x-auto border-line border-b p-4">
      <table className="w-full min-w-[340px] border-separate border-spacing-0 tabular-nums">
        <caption className="sr-only">Descriptions before and after, in characters and tokens</caption>
        <thead>
          <tr>
            <th scope="col" className={head}>
              Skill
            </th>
            <th scope="col" className={`${head} text-right`}>
              Characters
            </th>
            <th scope="col" className={`${head} text-right`}>
              Tokens won
            </th>
            <th scope="col" className={head}>
              Why it ended there
            </th>
          </tr>
        </thead>
        <tbody>
          {subjects.map(({ skill, characters, tokens, target, now, ended }) => (
            <tr key={skill}>
              <th scope="row" className={`${cell} text-left font-medium font-mono text-12`}>
                <ShownText text={skill} />
              </th>
              <td className={`${cell} text-right`}>
                {formatNumber(characters)} to {now === null ? "the same" : formatNumber(now.characters)}
                {target === null ? null : (
                  <span className="block text-12 text-ink-3">{formatNumber(target)} wanted</span>
                )}
              </td>
              <td className={`${cell} text-right`}>
                {now === null ? <NoValue label="Nothing" /> : formatNumber(tokens - now.tokens)}
              </td>
              <td className={`${cell} text-ink-2`}>
                <ShownText text={ended ?? "Being searched"} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-ink-2">
        {formatNumber(tokensWon)} tokens (estimate) won back in every request, once all accepted suggestions
        are applied.
      </p>
    </div>
  );
}
