import type { ReactNode } from "react";

type SectionHeadProps = {
  title: string;
  /** How many there are, or what holds, in a few words; nothing while that is not known. */
  said?: ReactNode;
  /** At the other end. */
  children?: ReactNode;
};

/** What such a section says while it has nothing. */
export function SectionNote({ children }: { children: ReactNode }) {
  return <p className="border-line border-b px-4 py-3 text-ink-3">{children}</p>;
}

/** The room of such a section's head while the section itself is loaded: what stands below it stays where it is. */
export function SectionOpening() {
  return <div className="min-h-bar border-line border-b" />;
}

/** The line above a section of a page that has several: what it is called, how it stands, and what can be done. */
export function SectionHead({ title, said = null, children }: SectionHeadProps) {
  return (
    <div className="flex min-h-bar flex-wrap items-center gap-2 border-line border-b px-4">
      <h2>{title}</h2>
      {said === null ? null : <span className="text-ink-3">{said}</span>}
      <span className="ml-auto flex gap-2 py-1 empty:hidden">{children}</span>
    </div>
  );
}
