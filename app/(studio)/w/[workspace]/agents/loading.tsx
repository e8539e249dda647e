import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { SkeletonRows } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <Page top={<TopLine title="Agents" />}>
      <SkeletonRows rows={6} label="Loading agents" />
    </Page>
  );
}
