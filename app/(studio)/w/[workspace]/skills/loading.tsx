import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { SkeletonRows } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <Page top={<TopLine title="Skills" />}>
      <div className="h-bar flex-none border-line border-b" />
      <div className="h-8 flex-none border-line border-b bg-sunken" />
      <SkeletonRows rows={14} label="Loading skills" />
    </Page>
  );
}
