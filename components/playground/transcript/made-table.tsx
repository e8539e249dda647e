import { classNames } from "@/components/ui/class-names";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { ShownText } from "@/components/ui/shown-text";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { readCells } from "./read-cells";

/** Of values, below the names of their columns. */
const mostRows = 20;

/** Rows and cells never move, so each is known by its place. */
const placed = <T,>(items: readonly T[]) => items.map((item, at) => ({ item, place: String(at) }));

const number = /^[-+]?(?:\d[\d,]*)(?:\.\d+)?(?:e[-+]?\d+)?\s?%?$/i;

/** Whether a column reads as numbers, which stand at the right: every value that it has, and at least one. */
const holdsNumbers = (values: readonly string[]): boolean => {
  const given = values.map((value) => value.trim()).filter((value) => value !== "");
  return given.length > 0 && given.every((value) => number.test(value));
};

/** The first rows of a file of values; all of it is in the download. */
export function MadeTable({ text, name }: { text: string; name: string }) {
  const { rows, isCut } = readCells(text, mostRows + 1);
  const [head = [], ...body] = rows;
  const isNumeric = (place: string) => holdsNumbers(body.map((row) => row[Number(place)] ?? ""));
  return (
    <ScrollingRegion label={markHidden(`Rows of ${name}`)}>
      <table className="text-12">
        <thead>
          <tr>
            {placed(head).map(({ item, place }) => (
              <th
                key={place}
                scope="col"
                className={classNames("px-2 py-1 text-left font-medium", isNumeric(place) && "text-right")}
              >
                <ShownText text={item} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {placed(body).map(({ item: row, place: line }) => (
            <tr key={line} className="border-line border-t">
              {placed(row).map(({ item, place }) => (
                <td key={place} className={classNames("px-2 py-1", isNumeric(place) && "text-right")}>
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
