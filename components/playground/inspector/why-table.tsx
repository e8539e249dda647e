import { ShownText } from "@/components/ui/shown-text";
import type { TurnExplanation } from "@/lib/runtime/explain-turn";
import { formatScore } from "@/lib/runtime/judge-fit";
import { sayState } from "./why-words";

const cell = "border-line border-t px-2 py-1 text-left align-top first:pl-4 last:pr-4";

/** Shows the ranking in figures, with the reason of each. */
export function WhyTable({ explanation: { candidates } }: { explanation: TurnExplanation }) {
  return (
    <div className="relative overflow-x-auto">
      <table className="w-full text-12">
        <caption className="sr-only">Every skill of the turn</caption>
        <thead className="text-ink-3">
          <tr>
            <th scope="col" className={`${cell} text-right`}>
              Rank
            </th>
            <th scope="col" className={cell}>
              Skill
            </th>
            <th scope="col" className={`${cell} text-right`}>
              Score
            </th>
            <th scope="col" className={cell}>
              State
            </th>
            <th scope="col" className={cell}>
              Words in common
            </th>
          </tr>
        </thead>
        <tbody>
          {candidates.map((candidate) => (
            <tr key={candidate.skillId}>
              <td className={`${cell} text-right text-ink-3`}>{candidate.place ?? "–"}</td>
              <th scope="row" className={`${cell} font-mono`}>
                <ShownText text={candidate.name} />
              </th>
              <td className={`${cell} text-right`}>
                {candidate.score === null ? "–" : formatScore(candidate.score)}
              </td>
              <td className={cell} title={candidate.reason}>
                {sayState(candidate) || "not chosen"}
              </td>
              <td className={cell}>
                <ShownText text={candidate.words.join(", ")} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
