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
  { value: 1, label: "1 day" },
  { value: 3, label: "3 days" },
  { value: 7, label: "7 days" },
  { value: 14, label: "14 days" },
  { value: 30, label: "30 days" },
  { value: 90, label: "90 days" },
] as const;
