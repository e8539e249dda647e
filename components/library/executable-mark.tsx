import { SquareTerminal } from "lucide-react";
import { Icon } from "@/components/ui/icon";

/** Beside a file that its owner may run where it is unpacked. */
export function ExecutableMark() {
  return (
    <span title="Executable; no part of the digest" className="inline-flex flex-none items-center text-ink-3">
      <Icon of={SquareTerminal} size={14} />
      <span className="sr-only">, executable</span>
    </span>
  );
}
