import { AppError } from "@/lib/kernel/app-error";
import { whyNotPresented } from "../agent-options";

/** UNPROCESSABLE when the dialect cannot present the mode, with what it can. */
export function requirePresentation(choice: { dialect: string; mode: string }): void {
  const why = whyNotPresented(choice);
  if (why !== null) throw new AppError("UNPROCESSABLE", why);
}
