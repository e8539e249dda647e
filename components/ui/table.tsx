import { ArrowDown, ArrowUp } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names";
import { Icon } from "./icon";
import { ShownText } from "./shown-text";

type TableProps = ComponentProps<"table"> & {
  /** What the rows are and how they are sorted, for readers. */
  caption: string;
  /**
   * On a phone each row is a block of its own, cell below cell, instead of columns that run out of the screen. With
   * "edges", where the table has no room beside it, the lines go on to both edges and the cells stand in from them.
   */
  stacked?: boolean | "edges";
};

const stackedLook =
  "compact:min-w-0! compact:block compact:[&_td]:block compact:[&_td]:h-auto compact:[&_td]:whitespace-normal compact:[&_td]:[overflow-wrap:anywhere] compact:[&_td]:border-0 compact:[&_td]:px-0! compact:[&_td]:py-0.5 compact:[&_td]:text-left compact:[&_thead]:sr-only compact:[&_tbody]:block compact:[&_tr]:block compact:[&_tr]:border-line compact:[&_tr]:border-b compact:[&_tr]:relative compact:[&_tr[data-selected]>td]:shadow-none! compact:[&_tr]:py-2 compact:[&_tr:has([data-corner])>td:nth-child(1_of_:not([data-corner]))]:pr-10! compact:[&_td[data-corner]]:absolute compact:[&_td[data-corner]]:top-1 compact:[&_td[data-corner]]:w-auto";
const insideLook = "compact:[&_tr[data-selected]]:px-3 compact:[&_td[data-corner]]:right-0";
const edgesLook = "compact:[&_tr]:px-4 compact:[&_td[data-corner]]:right-2.5";

/** Rows of 36 px on hairlines; column widths come from HeaderCell `width`. Put it in a scrolling box: the head sticks. */
export function Table({ caption, stacked = false, className, children, ...rest }: TableProps) {
  return (
    <table
      {...rest}
      className={classNames(
        "w-full table-fixed border-separate border-spacing-0 text-left",
        stacked && stackedLook,
        stacked && (stacked === "edges" ? edgesLook : insideLook),
        className,
      )}
    >
      <caption className="sr-only">
        <ShownText text={caption} />
      </caption>
      {children}
    </table>
  );
}

export type SortDirection = "ascending" | "descending";

type HeaderCellProps = Omit<ComponentProps<"th">, "width"> & {
  /** It is in pixels. One column goes without and takes the rest. */
  width?: number;
  numeric?: boolean;
  /** The direction when this column sorts the table, null when it could; absent when it cannot. */
  sort?: SortDirection | null;
  onSort?: () => void;
  /** The word for readers, of a column of buttons that the eye needs none for. */
  spoken?: string;
};

export function HeaderCell({
  width,
  numeric = false,
  sort,
  onSort,
  spoken,
  className,
  children,
  ...rest
}: HeaderCellProps) {
  const sortable = onSort !== undefined;
  return (
    <th
      scope="col"
      {...rest}
      aria-sort={sort ?? undefined}
      style={{ width, ...rest.style }}
      className={classNames(
        "sticky top-0 z-2 h-8 whitespace-nowrap border-line border-b bg-sunken px-2 font-normal text-12 text-ink-3 first:pl-4 last:pr-4",
        numeric && "text-right",
        sort && "text-ink",
        className,
      )}
    >
      {sortable ? (
        <button type="button" onClick={onSort} className="inline-flex h-6 items-center gap-1 hover:text-ink">
          {children}
          {sort ? <Icon of={sort === "ascending" ? ArrowUp : ArrowDown} size={14} /> : null}
        </button>
      ) : spoken ? (
        <span className="sr-only">{spoken}</span>
      ) : (
        children
      )}
    </th>
  );
}

type RowProps = ComponentProps<"tr"> & { selected?: boolean };

export function Row({ selected = false, className, ...rest }: RowProps) {
  return (
    <tr
      {...rest}
      data-selected={selected || undefined}
      className={classNames("group/row hover:bg-hover data-selected:bg-accent-soft", className)}
    />
  );
}

type CellProps = ComponentProps<"td"> & {
  numeric?: boolean;
  /** What a short value is: stands before it in a stacked row, where no head is seen, and such cells share a line. */
  label?: string;
  /** Holds what is done to the row: in a stacked row it stands at the right of the first line. */
  corner?: boolean;
};

const labelledLook =
  "compact:mr-4 compact:inline-block! compact:before:mr-1.5 compact:before:font-sans compact:before:text-12 compact:before:text-ink-3 compact:before:content-[attr(data-label)]";

/** One line, cut with an ellipsis; give a `title` where that may happen. */
export function Cell({ numeric = false, label, corner = false, className, ...rest }: CellProps) {
  return (
    <td
      {...rest}
      data-label={label}
      data-corner={corner || undefined}
      className={classNames(
        label && labelledLook,
        "h-row truncate border-line border-b px-2 py-1 text-ink-2 first:pl-4 last:pr-4 group-data-selected/row:first:shadow-[inset_2px_0_0_var(--accent-text)]",
        numeric && "text-right",
        className,
      )}
    />
  );
}

/** A name that a machine reads too: a skill's, an agent's address. */
export function MonoName({ className, ...rest }: ComponentProps<"span">) {
  return (
    <span
      {...rest}
      className={classNames("font-medium font-mono text-13 text-ink tracking-[-0.02em]", className)}
    />
  );
}

/** Nothing to show in a cell: a dash for the eye, a word for readers. */
export function NoValue({ label = "None", children = "–" }: { label?: string; children?: ReactNode }) {
  return (
    <span className="text-ink-3">
      <span aria-hidden="true">{children}</span>
      <span className="sr-only">
        <ShownText text={label} />
      </span>
    </span>
  );
}
