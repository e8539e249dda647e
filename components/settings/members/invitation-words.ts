import { Ban, CircleCheck, CircleDashed, CircleSlash } from "lucide-react";
import type { LucideIcon } from "@/components/ui/icon";
import type { Invitation } from "@/lib/auth/invitation-schema";

export const invitationStates = {
  open: { icon: CircleDashed, word: "Open" },
  accepted: { icon: CircleCheck, word: "Joined" },
  expired: { icon: CircleSlash, word: "Expired" },
  revoked: { icon: Ban, word: "Revoked" },
} as const satisfies Record<Invitation["state"], { icon: LucideIcon; word: string }>;

/** Days that a link may hold, as the field takes them. */
export const dayChoices = [
  { value: 1, label: "For a day" },
  { value: 3, label: "For 3 days" },
  { value: 7, label: "For a week" },
  { value: 14, label: "For 2 weeks" },
  { value: 30, label: "For 30 days" },
  { value: 90, label: "For 90 days" },
] as const;
