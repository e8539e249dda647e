/** Stands between two ways in. */
export function WordDivider({ children }: { children: string }) {
  return (
    <div className="flex items-center gap-3 text-12 text-ink-3">
      <span className="h-px flex-1 bg-line" />
      {children}
      <span className="h-px flex-1 bg-line" />
    </div>
  );
}
