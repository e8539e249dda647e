import type { Metadata } from "next";
import { LiveHostsPage } from "@/components/playground/live/live-hosts-page";

export const metadata: Metadata = { title: "Live hosts" };

export default function Page() {
  return <LiveHostsPage />;
}
