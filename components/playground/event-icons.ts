import {
  Check,
  CircleX,
  Hourglass,
  LogOut,
  MessageSquare,
  Play,
  Route,
  Search,
  Square,
  Unplug,
  Wrench,
} from "lucide-react";
import type { LucideIcon } from "@/components/ui/icon";
import type { EventType, RunOutcome, SessionEvent } from "@/lib/runtime/events";

const outcomeIcons = {
  done: Check,
  stopped: Square,
  interrupted: Unplug,
  failed: CircleX,
} as const satisfies Record<RunOutcome, LucideIcon>;

const stepIcons: Partial<Record<EventType, LucideIcon>> = {
  "run-started": Play,
  text: MessageSquare,
  "model-step": MessageSquare,
  "model-retried": Hourglass,
  "tool-called": Wrench,
  "content-evicted": LogOut,
  "skills-searched": Search,
  "skills-routed": Route,
};

/** The icon of an event that is not one of the five skill events; those take theirs from `eventLooks`. */
export function stepIcon(event: SessionEvent): LucideIcon | undefined {
  return event.type === "run-finished" ? outcomeIcons[event.payload.outcome] : stepIcons[event.type];
}
