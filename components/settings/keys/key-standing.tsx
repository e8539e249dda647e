import { Ban, CircleCheck, CirclePause, CircleSlash, TriangleAlert } from "lucide-react";
import type { LucideIcon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import type { Key } from "@/lib/auth/key-schema";
import type { GatewayKey } from "@/lib/gateway/schema";
import { markHidden } from "@/lib/kernel/mark-hidden";

const standings = {
  active: { icon: CircleCheck, word: "Active" },
  stopped: { icon: CirclePause, word: "Stopped" },
  expired: { icon: CircleSlash, word: "Expired" },
  revoked: { icon: Ban, word: "Revoked" },
  ended: { icon: CircleSlash, word: "Ended" },
  "lacks-model": { icon: TriangleAlert, word: "No model" },
} as const satisfies Record<Key["state"] | GatewayKey["state"], { icon: LucideIcon; word: string }>;

type KeyStandingProps = {
  state: keyof typeof standings;
  /** The person whose rights it has. */
  person: string;
};

/** Whether a key opens anything, in one word; why it does not where the word leaves that open. */
export function KeyStanding({ state, person }: KeyStandingProps) {
  const { icon, word } = standings[state];
  const why = whyClosed(state, markHidden(person));
  return (
    <span title={why}>
      <State icon={icon}>{word}</State>
      {why === undefined ? null : (
        <span className="sr-only">
          <ShownText text={`: ${why}`} />
        </span>
      )}
    </span>
  );
}

function whyClosed(state: keyof typeof standings, person: string): string | undefined {
  switch (state) {
    case "stopped":
      return `The account of ${person} is deactivated: this key opens nothing until an operator lets them in again.`;
    case "ended":
      return `${person} left the workspace: this key opens nothing any more.`;
    case "lacks-model":
      return "The model that answered was deleted: this key opens nothing any more. Make another one.";
    default:
      return undefined;
  }
}
