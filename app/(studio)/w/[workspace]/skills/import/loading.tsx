import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { SkeletonRows } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <Page top={<TopLine title="Import" />}>
      <SkeletonRows rows={10} label="Loading the import" />
    </Page>
  );
}
