import { Children, type ReactNode } from "react";
import { classNames } from "./class-names";

type FactLineProps = {
  /** A fact each; what is null or false is left out. */
  children: ReactNode;
  className?: string;
};

const factLook = "before:inline-block before:w-4 before:text-center before:content-['·'/'']";

/** Short facts about one thing, in a line that breaks between them. */
export function FactLine({ children, className }: FactLineProps) {
  return (
    <div className={classNames("text-12 text-ink-3", className)}>
      {/* The dot before a line's first fact lies outside of what is shown; the rest of the edge is for the ring of the focus. */}
      <div className="-mx-1 overflow-x-clip px-1">
        <ul className="-ml-4 flex flex-wrap">
          {Children.toArray(children).map((fact, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: facts have no other name, and stay in their order
            <li key={at} className={factLook}>
              {fact}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
