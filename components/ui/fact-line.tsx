import { Children, type ReactNode } from "react";
import { classNames } from "./class-names";

type FactLineProps = {
  /** A fact each; what is null or false is left out. */
  children: ReactNode;
  className?: string;
};

/** Short facts about one thing, in a line that breaks between them. */
export function FactLine({ children, className }: FactLineProps) {
  return (
    <ul className={classNames("flex flex-wrap gap-x-2 text-12 text-ink-3", className)}>
      {Children.toArray(children).map((fact, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts have no other name, and stay in their order
        <li key={at} className="not-last:after:ml-2 not-last:after:content-['·'/'']">
          {fact}
        </li>
      ))}
    </ul>
  );
}
