import { isPresent } from "@/lib/access/present-member";
import type { Member } from "@/lib/auth/schema";
import type { Mentioned } from "./mention-text";

/** Whom a comment can call: people who get in and so can read it. */
export const mentionable = (members: readonly Member[] = []): (Mentioned & { role: string })[] =>
  members.filter(isPresent).map(({ userId, name, role }) => ({ id: userId, name, role }));
