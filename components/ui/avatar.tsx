import { Bot } from "lucide-react";
import { classNames } from "./class-names";
import { Icon } from "./icon";

/** "Ines Kovač" -> "IK", "Meridian" -> "M". */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return `${Array.from(words[0] ?? "")[0] ?? "?"}${Array.from(last ?? "")[0] ?? ""}`.toUpperCase();
}

type AvatarProps = { name: string; shape?: "person" | "workspace" | "agent"; className?: string | undefined };

/** Two letters, beside the name and never instead of it. */
export function Avatar({ name, shape = "person", className }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        "inline-grid flex-none place-items-center bg-press font-semibold leading-none text-ink-2",
        shape === "person" ? "size-5 rounded-full text-[10px]" : null,
        shape === "workspace" ? "size-[18px] rounded-1 text-11" : null,
        shape === "agent" ? "size-5 rounded-1" : null,
        className,
      )}
    >
      {shape === "agent" ? <Icon of={Bot} size={14} /> : null}
      {shape === "person" ? initials(name) : null}
      {shape === "workspace" ? initials(name).slice(0, 1) : null}
    </span>
  );
}
