import { formatCount } from "@/components/ui/format";

/** "Every 15 minutes", "Every hour", "Every day". */
export function sayEvery(minutes: number): string {
  if (minutes % 1_440 === 0)
    return minutes === 1_440 ? "Every day" : `Every ${formatCount(minutes / 1_440, "day")}`;
  if (minutes % 60 === 0) return minutes === 60 ? "Every hour" : `Every ${formatCount(minutes / 60, "hour")}`;
  return `Every ${formatCount(minutes, "minute")}`;
}
