import { formatCount } from "@/components/ui/format";
import { keepFigures } from "@/components/ui/keep-figures";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { ShownText } from "@/components/ui/shown-text";
import { NoValue } from "@/components/ui/table";
import type { EffectFigures } from "@/lib/proof/reports/effect-schema";
import { sayArm, signedShare } from "@/lib/suites/effect-words";
import { sayP } from "@/lib/verdicts/say-verdict-reason";
import { shareText } from "../proof-words";
import { armKey } from "./arm-words";

const head = "h-6 pr-3 text-left font-normal text-12 text-ink-3";
const cell = "h-8 border-line border-t pr-3 align-middle";

/** What each arm passes, over all tasks. */
export function ArmTable({ figures }: { figures: EffectFigures }) {
  return (
    <ScrollingRegion label="Arms">
      <table className="w-full border-separate border-spacing-0">
        <caption className="sr-only">Trials that passed in each arm</caption>
        <thead>
          <tr>
            <th scope="col" className={head}>
              Arm
            </th>
            <th scope="col" className={`${head} text-right`}>
              Passed
            </th>
            <th scope="col" className={`${head} text-right`}>
              Share
            </th>
            <th scope="col" className={`${head} text-right`}>
              Invalid
            </th>
          </tr>
        </thead>
        <tbody>
          {figures.arms.map((arm) => (
            <tr key={armKey(arm)}>
              <th scope="row" className={`${cell} text-left font-medium [overflow-wrap:anywhere]`}>
                <ShownText text={sayArm(arm)} />
              </th>
              <td className={`${cell} text-right tabular-nums`}>
                {arm.passed} of {arm.valid}
              </td>
              <td className={`${cell} text-right tabular-nums`}>
                {arm.valid === 0 ? <NoValue label="Not measured" /> : shareText(arm.passed / arm.valid)}
              </td>
              <td className={`${cell} text-right tabular-nums text-ink-3`}>
                {arm.invalid === 0 ? "" : arm.invalid}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollingRegion>
  );
}

type Part = { name: string; help: string; value: number; part: EffectFigures["parts"]["total"] };

/** What the text is worth and what not being found costs, and that they add up: in figures, and as bars from 0. */
export function EffectParts({ figures: { overall, parts, unmeasured } }: { figures: EffectFigures }) {
  if (overall === null) return <p className="text-ink-2">No task was measured in all three arms.</p>;
  const rows: Part[] = [
    { name: "Its text", help: "given less without", value: overall.worth, part: parts.worth },
    { name: "Being found", help: "found less given", value: overall.finding, part: parts.finding },
    { name: "Together", help: "found less without", value: overall.total, part: parts.total },
  ];
  return (
    <>
      <dl className="grid gap-1">
        {rows.map(({ name, help, value, part }) => (
          <div key={name} className="grid grid-cols-[104px_56px_minmax(0,1fr)] items-center gap-2">
            <dt>
              <span className="block font-medium">{name}</span>
              <span className="block text-12 text-ink-3">{help}</span>
            </dt>
            <dd className="text-right font-medium tabular-nums">{signedShare(value)}</dd>
            <dd className="min-w-0">
              <Bar value={value} />
              <span className="text-12 text-ink-3">
                {part.up} up, {part.down} down, {keepFigures(sayP(part.p))}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      {unmeasured.length === 0 ? null : (
        <p className="mt-1 text-12 text-ink-3">
          {formatCount(unmeasured.length, "task")} without a valid trial in some arm: in no figure here.
        </p>
      )}
    </>
  );
}

/** From the middle, to the left for what is lost. */
function Bar({ value }: { value: number }) {
  const width = `${Math.min(1, Math.abs(value)) * 50}%`;
  return (
    <span aria-hidden="true" className="relative block h-1.5 rounded-1 bg-press">
      <span className="absolute inset-y-[-2px] left-1/2 w-px bg-line-strong" />
      <span
        className={`absolute inset-y-0 rounded-1 ${value < 0 ? "bg-warn" : "bg-ink-2"}`}
        style={value < 0 ? { right: "50%", width } : { left: "50%", width }}
      />
    </span>
  );
}
