import { classNames } from "./class-names";

/** Holds the place of what is loading; give it the size that will come. Say "Loading" once, in the parent's aria-busy. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={classNames("block h-3 animate-pulse rounded-1 bg-press", className)}
    />
  );
}

const widths = ["w-40", "w-28", "w-48", "w-36"] as const;

type SkeletonRowsProps = { rows?: number; label?: string };

/** Table rows of 36 px while a list loads. */
export function SkeletonRows({ rows = 8, label = "Loading" }: SkeletonRowsProps) {
  const places = Array.from({ length: rows }, (_, row) => ({
    key: `row-${row}`,
    width: widths[row % widths.length],
  }));
  return (
    <div aria-busy="true" role="status">
      <span className="sr-only">{label}</span>
      {places.map(({ key, width }) => (
        <div key={key} className="flex h-row items-center gap-6 border-line border-b px-4">
          <Skeleton className={width} />
          <Skeleton className="flex-1" />
          <Skeleton className="w-16" />
        </div>
      ))}
    </div>
  );
}
