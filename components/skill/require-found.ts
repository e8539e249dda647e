import { notFound } from "next/navigation";
import { ApiError } from "@/lib/api/client";

/** What a page is about: missing, it is the page that is not found. Any other failure the browser asks again about. */
export async function requireFound<Found>(loading: Promise<Found>): Promise<Found | null> {
  try {
    return await loading;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) notFound();
    return null;
  }
}
