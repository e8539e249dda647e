"use client";

import { Avatar } from "@/components/ui/avatar";
import { OfferedList } from "@/components/ui/offered-list";
import { ShownText } from "@/components/ui/shown-text";

type MentionMenuProps<Person> = {
  id: string;
  people: readonly Person[];
  active: number;
  onChoose: (person: Person) => void;
};

/** The people whose names fit what is typed. */
export function MentionMenu<Person extends { id: string; name: string; role?: string }>({
  id,
  people,
  active,
  onChoose,
}: MentionMenuProps<Person>) {
  return (
    <OfferedList
      id={id}
      label="People"
      items={people}
      keyOf={(person) => person.id}
      active={active}
      onChoose={onChoose}
      className="inset-x-0 top-full z-20 mt-1 max-h-56 max-w-[320px]"
    >
      {({ name, role }) => (
        <>
          <Avatar name={name} />
          <span className="min-w-0 flex-1 truncate">
            <ShownText text={name} />
          </span>
          {role ? <span className="text-12 text-ink-3">{role}</span> : null}
        </>
      )}
    </OfferedList>
  );
}
