"use client";

import { Avatar } from "@/components/ui/avatar";
import { classNames } from "@/components/ui/class-names";

type MentionMenuProps<Person> = {
  id: string;
  people: readonly Person[];
  active: number;
  onChoose: (person: Person) => void;
};

/** The people whose names fit what is typed. The focus stays in the text; arrows move, Enter and Tab choose. */
export function MentionMenu<Person extends { id: string; name: string; role?: string }>({
  id,
  people,
  active,
  onChoose,
}: MentionMenuProps<Person>) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="People"
      tabIndex={-1}
      className="absolute inset-x-0 top-full z-20 mt-1 max-h-56 max-w-[320px] overflow-y-auto rounded-3 border border-line-strong bg-overlay p-1 shadow-overlay"
    >
      {people.map((person, at) => (
        <div
          key={person.id}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          // The press, not the click: the text must not lose the focus before.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(person);
          }}
          className={classNames(
            "flex min-h-8 cursor-default items-center gap-2 rounded-2 px-2",
            at === active ? "bg-hover" : null,
          )}
        >
          <Avatar name={person.name} />
          <span className="min-w-0 flex-1 truncate">{person.name}</span>
          {person.role ? <span className="text-12 text-ink-3">{person.role}</span> : null}
        </div>
      ))}
    </div>
  );
}
