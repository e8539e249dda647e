import { AppError } from "@/lib/kernel/app-error";

export const draftMovedError = ({ revision, digest }: { revision: number; digest: string }) =>
  new AppError("CONFLICT", "The draft was saved meanwhile. Look at the newer one, then publish that.", {
    details: { reason: "draft-changed", revision, digest },
  });
