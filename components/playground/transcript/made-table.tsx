import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { ShownText } from "@/components/ui/shown-text";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { readCells } from "./read-cells";

const mostRows = 20;

/** Rows and cells never move, so each is known by its place. */
const placed = <T,>(items: readonly T[]) => items.map((item, at) => ({ item, place: String(at) }));

/** The first rows of a file of values; all of it is in the download. */
export function MadeTable({ text, name }: { text: string; name: string }) {
  const { rows, isCut } = readCells(text, mostRows);
  const [head = [], ...body] = rows;
  return (
    <ScrollingRegion label={markHidden(`Rows of ${name}`)}>
      <table className="text-12">
        <thead>
          <tr>
            {placed(head).map(({ item, place }) => (
              <th key={place} scope="col" className="px-2 py-1 text-left font-medium">
                <ShownText text={item} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {placed(body).map(({ item: row, place: line }) => (
            <tr key={line} className="border-line border-t">
              {placed(row).map(({ item, place }) => (
                <td key={place} className="px-2 py-1">
                  <ShownText text={item} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isCut ? <p className="px-2 text-12 text-ink-3">The first {mostRows} rows.</p> : null}
    </ScrollingRegion>
  );
}
