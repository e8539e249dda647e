import { Skeleton, SkeletonRows } from "@/components/ui/skeleton";

/** What stands where the log will be drawn, in the same places, so that nothing jumps when it has come. */
export function TranscriptSkeleton() {
  return (
    <div className="min-h-0 flex-1 overflow-hidden compact:min-h-[70vh]">
      <SkeletonRows label="Opening the conversation" rows={12} />
    </div>
  );
}

export function TimelineSkeleton() {
  return (
    <section
      aria-label="Timeline"
      aria-busy="true"
      className="flex-none border-line border-b bg-sunken pt-2 pb-1.5"
    >
      <div className="flex h-6 items-center gap-2 px-4 text-12">
        <h2>Timeline</h2>
        <Skeleton className="w-28" />
      </div>
      <div className="mt-1 h-[54px] px-4">
        <Skeleton className="h-8 w-full" />
      </div>
    </section>
  );
}
