import { Page } from "@/components/layout/page";
import { Skeleton, SkeletonRows } from "@/components/ui/skeleton";

/** Holds the shape of a list page while it comes. */
export default function WorkspaceLoading() {
  return (
    <Page
      top={
        <div className="flex h-top flex-none items-center border-line border-b px-4">
          <Skeleton className="w-28" />
        </div>
      }
    >
      <div className="h-bar flex-none border-line border-b" />
      <SkeletonRows rows={12} />
    </Page>
  );
}
