import { notFound } from "next/navigation";
import { ApiError } from "@/lib/api/client";

/** For a page's first reading: what is missing is the page that is not found; any other failure goes on. */
export function notFoundFor404(error: unknown): never {
  if (error instanceof ApiError && error.status === 404) notFound();
  throw error;
}
