import { Bot } from "lucide-react";
import { classNames } from "./class-names";
import { Icon } from "./icon";

/** Makes "IK" of "Ines Kovač" and "M" of "Meridian". */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return `${Array.from(words[0] ?? "")[0] ?? "?"}${Array.from(last ?? "")[0] ?? ""}`.toUpperCase();
}

const base = "inline-grid flex-none place-items-center bg-press font-semibold text-ink-2";
// As content of a pseudo-element the letters are decoration for every reader, and "find in page" passes over them.
const letters = "before:leading-none before:content-[attr(data-letters)]";
const shapes = {
  person: `size-5 rounded-full text-[10px] ${letters}`,
  workspace: `size-[18px] rounded-1 text-11 ${letters}`,
  agent: "size-5 rounded-1",
} as const;

type AvatarProps = { name: string; shape?: keyof typeof shapes; className?: string | undefined };

/** Two letters, beside the name and never instead of it. */
export function Avatar({ name, shape = "person", className }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      data-letters={initials(name).slice(0, shape === "person" ? 2 : 1)}
      className={classNames(base, shapes[shape], className)}
    >
      {shape === "agent" ? <Icon of={Bot} size={14} /> : null}
    </span>
  );
}
