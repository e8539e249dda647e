import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { findCurrentSession } from "@/lib/api/current-session";

/** For operators. What each page asks the API for is decided there once more. */
export default async function InstanceLayout({ children }: { children: ReactNode }) {
  const session = await findCurrentSession();
  if (!session?.user.isOperator) notFound();
  return children;
}
