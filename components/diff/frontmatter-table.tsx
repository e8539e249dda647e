import type { ReactNode } from "react";
import { formatChange, formatCount, formatNumber } from "@/components/ui/format";
import { ShownText } from "@/components/ui/shown-text";
import type { PackageDiffFacts } from "@/lib/library/diffs/diff-schema";
import { sideName } from "./diff-side";
import { SidePieces } from "./word-pieces";

const mostDescription = 1_024;

/** The frontmatter field by field, and what each side weighs. Nothing where neither differs. */
export function FrontmatterTable({ facts }: { facts: PackageDiffFacts }) {
  const { frontmatter, measures, from, to } = facts;
  const { descriptionLength, catalogueTokens, instructionTokens } = measures;
  const weights = [
    {
      what: "Description length",
      ...descriptionLength,
      before: formatCount(descriptionLength.before, "character"),
      after: `${formatNumber(descriptionLength.after)} of ${formatNumber(mostDescription)} characters`,
      change: descriptionLength.after - descriptionLength.before,
    },
    weightRow("Catalogue tokens", catalogueTokens),
    weightRow("Instruction tokens", instructionTokens),
  ].filter(({ change }) => change !== 0);
  if (frontmatter.length + weights.length === 0) return null;
  return (
    <div>
      <table className="w-full table-fixed border-separate border-spacing-0 text-left [&_td]:border-line [&_td]:border-b [&_td]:px-2 [&_td]:py-1 [&_td]:align-top [&_th]:border-line [&_th]:border-b [&_th]:px-2 [&_th]:py-1 [&_th]:text-left [&_th]:align-top [&_th]:font-normal [&_tr>*:first-child]:pl-4 [&_tr>*:last-child]:pr-4">
        <caption className="sr-only">The frontmatter and the weights that differ</caption>
        <thead>
          <tr className="bg-sunken text-12 text-ink-3">
            <th scope="col" className="w-36 compact:w-[116px]">
              Frontmatter
            </th>
            <th scope="col">{sideName(from)}</th>
            <th scope="col">{sideName(to)}</th>
            <th scope="col" className="w-24 text-right! compact:w-[72px]">
              Change
            </th>
          </tr>
        </thead>
        <tbody>
          {frontmatter.map(({ field, before, after, pieces }) => (
            <tr key={field}>
              <th scope="row" className="text-ink-2 [overflow-wrap:anywhere]">
                <ShownText text={field} />
              </th>
              <FieldValue value={before}>
                <SidePieces pieces={pieces} side="old" />
              </FieldValue>
              <FieldValue value={after}>
                <SidePieces pieces={pieces} side="new" />
              </FieldValue>
              <td className="text-right">
                {before === null ? "added" : after === null ? "removed" : "edited"}
              </td>
            </tr>
          ))}
          {weights.map(({ what, before, after, change }) => (
            <tr key={what}>
              <th scope="row" className="text-ink-2">
                <ShownText text={what} />
              </th>
              <td>
                <ShownText text={before} />
              </td>
              <td>
                <ShownText text={after} />
              </td>
              <td className="text-right">{formatChange(change)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function weightRow(what: string, { before, after }: { before: number; after: number }) {
  return { what, before: formatNumber(before), after: formatNumber(after), change: after - before };
}

function FieldValue({ value, children }: { value: string | null; children: ReactNode }) {
  return (
    <td className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      {value === null ? <span className="text-ink-3">not there</span> : children}
    </td>
  );
}
