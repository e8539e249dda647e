import type { Feedback } from "@/lib/sessions/schema";

/** "pdf-tools should have been activated". */
export const activationWords = ({ skill, expected }: NonNullable<Feedback["activation"]>): string =>
  `${skill} should ${expected ? "" : "not "}have been activated`;
